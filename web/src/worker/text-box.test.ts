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

test('the next text takes the place of one that was not fetched, and has its own minute', async () => {
  const box = textBox();
  const first = box.put('plum');
  await vi.advanceTimersByTimeAsync(keptMilliseconds / 2);
  void box.put('fig');
  await first;
  await vi.advanceTimersByTimeAsync(keptMilliseconds - 1);
  expect(box.take()).toBe('fig');
});
