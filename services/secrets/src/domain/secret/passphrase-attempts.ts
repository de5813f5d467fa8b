import type { SecretPassphraseFailed } from '@onceover/schema/events/secrets/secret-passphrase-failed.v1';

/**
 * How wrong passphrases are held back, in three tiers: tight per network, loose per secret, and a limit for its life.
 * A lock never burns: whoever guesses must not be able to destroy. `reserve_attempt.sql` counts by these numbers.
 *
 * Source  security 4.3
 */
export const attemptTiers = {
  /** Wrong ones a network may send within the window before it has to wait. */
  perNetwork: 5,
  networkWindowSeconds: 600,
  networkLockSeconds: 1800,
  /** From this one on, the whole secret waits after each: 1 minute, doubling up to an hour. */
  delayFrom: 10,
  firstDelaySeconds: 60,
  longestDelaySeconds: 3600,
  /** In its whole life; then the secret is locked for good and expires in its time. */
  perSecret: 100,
  /** Counts at which the owner of a secret is notified; the last one locks it. */
  ownerToldAt: [10, 50, 100],
} as const;

export type AttemptTiers = typeof attemptTiers;

/** Whether so many wrong passphrases have locked a secret for good. */
export function isLockedAfter(attempts: number): boolean {
  return attempts >= attemptTiers.perSecret;
}

/** A wrong passphrase, the `count`th in the life of a secret. */
export interface FailedPassphrase {
  readonly secretId: string;
  readonly ownerRef: string | null;
  readonly createdAt: Date;
  readonly count: number;
}

/** What the owner is notified of: wrong passphrases at certain counts only. Null for a secret without an owner. */
export function passphraseFailed({
  secretId,
  ownerRef,
  createdAt,
  count,
}: FailedPassphrase): SecretPassphraseFailed | null {
  if (ownerRef === null || !attemptTiers.ownerToldAt.some((told) => told === count)) return null;
  const windowStart = createdAt.toISOString();
  return {
    type: 'secret.passphrase_failed',
    schemaVersion: 1,
    data: { secretId, ownerRef, count, windowStart, locked: isLockedAfter(count) },
  };
}
