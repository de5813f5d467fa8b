import { expect, test } from 'vitest';
import { GOOD_FOR_MS, ReplayWindow } from './replay-window.ts';

const start = 1_800_000_000_000;

test('an id is known for as long as its request is good', () => {
  const window = new ReplayWindow();
  expect(window.admit('a', start, start)).toBe('new');
  for (const now of [start, start + GOOD_FOR_MS]) expect(window.admit('a', start, now)).toBe('seen');
  expect(window.admit('b', start, start)).toBe('new');
});

test('a request from a clock that is ahead is known until it is over', () => {
  const window = new ReplayWindow();
  const ahead = start + GOOD_FOR_MS;
  expect(window.admit('a', ahead, start)).toBe('new');
  window.admit('b', start + 2 * GOOD_FOR_MS, start + 2 * GOOD_FOR_MS);
  expect(window.admit('a', ahead, start + 2 * GOOD_FOR_MS)).toBe('seen');
});

test('what is over is forgotten', () => {
  const window = new ReplayWindow();
  for (let second = 0; second < 600; second += 1) {
    const now = start + second * 1_000;
    expect(window.admit(String(second), now, now)).toBe('new');
    expect(window.size).toBeLessThanOrEqual(81);
    expect(window.size).toBeGreaterThan(Math.min(second, 60));
  }
});

test('a full memory admits nothing rather than forget', () => {
  const window = new ReplayWindow(2);
  for (const id of ['a', 'b']) expect(window.admit(id, start, start)).toBe('new');
  expect(window.admit('c', start, start)).toBe('full');
  expect(window.admit('a', start, start)).toBe('seen');
  const later = start + 2 * GOOD_FOR_MS;
  expect(window.admit('c', later, later)).toBe('new');
});

test('a full memory forgets what is over before it refuses', () => {
  const window = new ReplayWindow(2);
  expect(window.admit('old', start, start)).toBe('new');
  const next = start + GOOD_FOR_MS;
  expect(window.admit('young', next, next)).toBe('new');
  expect(window.admit('younger', next, start + 70_000)).toBe('full');
  expect(window.admit('younger', next, start + 70_001)).toBe('new');
  expect(window.size).toBe(2);
});
