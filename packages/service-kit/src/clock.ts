/** Where the time comes from. Passed in, so that tests can hold it. */
export interface Clock {
  now(): Date;
}

/** The clock of this machine. For anything that is compared with stored times, use the database's. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that follows the database; dispose it to stop measuring. */
export interface DatabaseClock extends Clock, Disposable {
  /** Measures again now. Rejects when the database does not answer; the old offset stays in use. */
  measure(): Promise<void>;
}

export interface DatabaseClockOptions {
  /** Milliseconds between measurements. */
  readonly intervalMs?: number;
  /** Round trips per measurement; the shortest one counts. */
  readonly roundTrips?: number;
  /** Milliseconds that only grow; a test passes its own. */
  readonly monotonicNow?: () => number;
}

/**
 * A clock that tells the database's time without asking it each time.
 *
 * Shape    `query` answers `clock_timestamp()`; the offset to this process's monotonic clock is measured at the start
 *          and then every 30 s, each time from the shortest of a few round trips
 * Units    the error is at most half of that round trip
 * Refuses  rejects when the first measurement fails; later failures keep the last offset
 */
export async function createDatabaseClock(
  query: () => Promise<Date>,
  options: DatabaseClockOptions = {},
): Promise<DatabaseClock> {
  const { intervalMs = 30_000, roundTrips = 5, monotonicNow = () => performance.now() } = options;
  let offsetMs = 0;

  async function measure(): Promise<void> {
    let shortest = Number.POSITIVE_INFINITY;
    let best = 0;
    for (let trip = 0; trip < roundTrips; trip += 1) {
      const sentAt = monotonicNow();
      const answered = (await query()).getTime();
      const tookMs = monotonicNow() - sentAt;
      if (tookMs >= shortest) continue;
      shortest = tookMs;
      best = answered - (sentAt + tookMs / 2);
    }
    offsetMs = best;
  }

  await measure();
  // A failure is seen by whoever asks the database for something real; the old offset is good for hours.
  const timer = setInterval(() => void measure().catch(() => undefined), intervalMs).unref();
  return {
    now: () => new Date(monotonicNow() + offsetMs),
    measure,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
