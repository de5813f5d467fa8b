import type { RefusedOpeningReason, SecretOpeningRefused } from '@onceover/schema/events/secrets';

/** The event of a count at which the log is told, and nobody else makes one; `since` is when the first of them was. */
export function openingRefused(
  secretId: string,
  { reason, count, since }: { readonly reason: RefusedOpeningReason; readonly count: number; readonly since: Date },
): SecretOpeningRefused {
  const data = { secretId, reason, count, windowStart: since.toISOString() };
  return { type: 'secret.opening_refused', schemaVersion: 1, data };
}
