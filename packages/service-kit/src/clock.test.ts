import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDatabaseClock, systemClock } from './clock.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A database whose clock runs `aheadMs` ahead, and whose answers take the given times. */
function slowDatabase(tripsMs: readonly number[], aheadMs: number) {
  let monotonicMs = 1000;
  let trip = 0;
  return {
    now: () => monotonicMs,
    pass: (ms: number) => {
      monotonicMs += ms;
    },
    ask: async () => {
      const tookMs = tripsMs[trip++ % tripsMs.length] ?? 0;
      monotonicMs += tookMs; // the answer is made at once and travels back slowly
      return new Date(monotonicMs - tookMs + aheadMs);
    },
  };
}

test('the clock tells the time of the database from its shortest round trip', async () => {
  const database = slowDatabase([80, 4, 300], 5_000_000);
  using clock = await createDatabaseClock(database.ask, { monotonicNow: database.now, roundTrips: 3 });
  expect(Math.abs(clock.now().getTime() - (database.now() + 5_000_000))).toBeLessThanOrEqual(2);
  database.pass(1234);
  expect(Math.abs(clock.now().getTime() - (database.now() + 5_000_000))).toBeLessThanOrEqual(2);
});

test('the clock follows the database every 30 seconds, until it is disposed', async () => {
  let aheadMs = 1000;
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return new Date(aheadMs);
  };
  const clock = await createDatabaseClock(ask, { monotonicNow: () => 0, roundTrips: 1 });
  aheadMs = 9000;
  await vi.advanceTimersByTimeAsync(29_999);
  expect(clock.now().getTime()).toBe(1000);
  await vi.advanceTimersByTimeAsync(1);
  expect(clock.now().getTime()).toBe(9000);
  clock[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toBe(2);
});

test('a database that is away leaves the clock as it was', async () => {
  let isAway = false;
  const ask = async () => {
    if (isAway) throw new Error('away');
    return new Date(7000);
  };
  using clock = await createDatabaseClock(ask, { monotonicNow: () => 0 });
  isAway = true;
  await vi.advanceTimersByTimeAsync(30_000);
  await expect(clock.measure()).rejects.toThrow('away');
  expect(clock.now().getTime()).toBe(7000);
});

test('a clock that could never ask the database does not exist', async () => {
  await expect(createDatabaseClock(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
});

test('the system clock tells the time of this machine', () => {
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'));
  expect(systemClock.now().toISOString()).toBe('2026-11-21T12:00:00.000Z');
});
