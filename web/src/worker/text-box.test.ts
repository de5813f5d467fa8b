import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptMilliseconds, textBox } from './text-box.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a text is given out once', async () => {
  const box = textBox();
  const gone = box.put('plum');
  expect([box.take(), box.take()]).toEqual(['plum', null]);
  await gone;
  expect(vi.getTimerCount()).toBe(0);
});

test('a text that nobody fetches is forgotten after a minute', async () => {
  const box = textBox();
  const gone = box.put('plum');
  await vi.advanceTimersByTimeAsync(keptMilliseconds - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await gone;
  expect(box.take()).toBeNull();
});

test('texts that come before the one before was fetched are given out in turn, and each has its own minute', async () => {
  const box = textBox();
  const first = box.put('plum');
  await vi.advanceTimersByTimeAsync(keptMilliseconds / 2);
  void box.put('fig');
  void box.put('pear');
  expect(box.take()).toBe('plum');
  await first;
  expect(box.take()).toBe('fig');
  await vi.advanceTimersByTimeAsync(keptMilliseconds - 1);
  expect(vi.getTimerCount()).toBe(1);
  expect([box.take(), box.take()]).toEqual(['pear', null]);
  expect(vi.getTimerCount()).toBe(0);
});

test('one that nobody fetched is forgotten before those that came after it', async () => {
  const box = textBox();
  const first = box.put('plum');
  await vi.advanceTimersByTimeAsync(keptMilliseconds / 2);
  void box.put('fig');
  await vi.advanceTimersByTimeAsync(keptMilliseconds / 2);
  await first;
  expect([box.take(), box.take()]).toEqual(['fig', null]);
});

test('five wait; with another the oldest is forgotten', async () => {
  const box = textBox();
  const first = box.put('0');
  for (const text of ['1', '2', '3', '4', '5']) void box.put(text);
  await first;
  expect(vi.getTimerCount()).toBe(5);
  expect(Array.from({ length: 6 }, () => box.take())).toEqual(['1', '2', '3', '4', '5', null]);
});
