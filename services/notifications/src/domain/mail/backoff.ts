const SECOND = 1;
const MINUTE = 60;
const HOUR = 3600;

/** Rests after the first try, the second, and so on. */
const RESTS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR] as const;

/** Tries an email gets before it is given up. */
export const MAX_ATTEMPTS = RESTS.length + 1;

/** Seconds to rest after the `attempt`th try (from 1) did not work; null when it was the last. */
export function restAfter(attempt: number): number | null {
  return RESTS[attempt - 1] ?? null;
}
