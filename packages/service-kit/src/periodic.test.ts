import { createLogger } from '@onceover/service-kit/logging';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { periodically } from './periodic.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const options = { everyMs: 1000, log: createLogger('test').child({}, { level: 'silent' }), failure: 'failed' };

test('work runs at once, and again after each interval', async () => {
  let runs = 0;
  await using _job = periodically(async () => {
    runs += 1;
  }, options);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(3000);
  expect(runs).toBe(4);
});

test('a failed run does not end the series', async () => {
  let runs = 0;
  await using _job = periodically(async () => {
    runs += 1;
    throw new Error('away');
  }, options);
  await vi.advanceTimersByTimeAsync(2000);
  expect(runs).toBe(3);
});

test('a row of failures is logged once, and the next row again', async () => {
  let isAway = true;
  const warn = vi.fn();
  await using _job = periodically(
    async () => {
      if (isAway) throw new Error('away');
    },
    { ...options, log: Object.assign(createLogger('test').child({}, { level: 'silent' }), { warn }) },
  );
  await vi.advanceTimersByTimeAsync(3000);
  expect(warn).toHaveBeenCalledTimes(1);
  isAway = false;
  await vi.advanceTimersByTimeAsync(1000);
  isAway = true;
  await vi.advanceTimersByTimeAsync(2000);
  expect(warn).toHaveBeenCalledTimes(2);
});

test('runs never overlap: the interval begins when a run ends', async () => {
  let running = 0;
  let most = 0;
  const job = periodically(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5000));
    running -= 1;
  }, options);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(most).toBe(1);
  const stopped = job[Symbol.asyncDispose]();
  await vi.advanceTimersByTimeAsync(5000);
  await stopped;
});

test('stopping waits for the run in progress and starts no other', async () => {
  let finished = 0;
  const job = periodically(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    finished += 1;
  }, options);
  const stopped = job[Symbol.asyncDispose]();
  await vi.advanceTimersByTimeAsync(500);
  await stopped;
  expect(finished).toBe(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(finished).toBe(1);
});
