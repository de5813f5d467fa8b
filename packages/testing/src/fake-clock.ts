export interface FakeClock {
  now(): Date;
  /** Moves this clock and nothing else: the database's own clock keeps running. */
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number; milliseconds?: number }): void;
  set(to: Date): void;
}

const MS = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000, milliseconds: 1 } as const;

/** A clock that stands still until the test moves it. */
export function fakeClock(start: Date = new Date('2026-01-05T12:00:00.000Z')): FakeClock {
  let nowMs = start.getTime();
  return {
    now: () => new Date(nowMs),
    advance(by) {
      for (const [unit, ms] of Object.entries(MS)) nowMs += (by[unit as keyof typeof MS] ?? 0) * ms;
    },
    set(to) {
      nowMs = to.getTime();
    },
  };
}
