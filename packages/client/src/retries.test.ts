import { expect, test } from 'vitest';
import { readRetryAfter, waitBefore } from './retries.ts';

const policy = { retries: 3, longestWaitMs: 30_000, withinMs: 100_000 };
const given = { policy, elapsedMs: 0, retryAfterSeconds: undefined, random: () => 0.5 };

test('each wait is about twice as long as the one before, and the last attempt has none', () => {
  expect([1, 2, 3, 4].map((attempt) => waitBefore(attempt, given))).toEqual([188, 375, 750, undefined]);
});

test('a wait is drawn from half of it to the whole', () => {
  expect(waitBefore(1, { ...given, random: () => 0 })).toBe(125);
  expect(waitBefore(1, { ...given, random: () => 1 })).toBe(250);
});

test('a wait is never shorter than the server asks, and a longer one than is allowed is not waited', () => {
  expect(waitBefore(1, { ...given, retryAfterSeconds: 5, random: () => 0 })).toBe(5000);
  expect(waitBefore(1, { ...given, retryAfterSeconds: 31 })).toBeUndefined();
});

test('a server may be allowed to ask for longer waits than those of our own', () => {
  const patient = { ...given, policy: { ...policy, longestAskedMs: 60_000 }, random: () => 0 };
  expect(waitBefore(1, { ...patient, retryAfterSeconds: 60 })).toBe(60_000);
  expect(waitBefore(1, { ...patient, retryAfterSeconds: 61 })).toBeUndefined();
});

test('no attempt begins after the time is up', () => {
  expect(waitBefore(1, { ...given, elapsedMs: 99_900 })).toBeUndefined();
});

test.each([
  ['7', 7],
  ['Fri, 27 Nov 2026 12:00:10 GMT', 10],
  ['Fri, 27 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  [null, undefined],
])('Retry-After: %s', (header, seconds) => {
  expect(readRetryAfter(header, Date.UTC(2026, 10, 27, 12))).toBe(seconds);
});
