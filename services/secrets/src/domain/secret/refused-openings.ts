import type {
  RefusedOpeningReason,
  SecretOpeningRefused,
} from '@onceover/schema/events/secrets/secret-opening-refused.v1';

/**
 * When the log is told of refused openings, for each reason: at these counts, then at most once in so many seconds. So nobody
 * can fill the log by trying. `count_refused_openings.sql` counts by these numbers. The last count is the one at which wrong
 * passphrases lock a secret for good.
 *
 * Source  events reference 6.1
 */
export const refusedOpeningsTold = { atCounts: [1, 10, 50, 100], againSeconds: 3600 } as const;

/** The event of a count at which the log is told, and nobody else makes one; `since` is when the first of them was. */
export function openingRefused(
  secretId: string,
  { reason, count, since }: { readonly reason: RefusedOpeningReason; readonly count: number; readonly since: Date },
): SecretOpeningRefused {
  const data = { secretId, reason, count, windowStart: since.toISOString() };
  return { type: 'secret.opening_refused', schemaVersion: 1, data };
}
