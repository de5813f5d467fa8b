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
} as const;

/** Whether so many wrong passphrases have locked a secret for good. */
export function isLockedAfter(attempts: number): boolean {
  return attempts >= attemptTiers.perSecret;
}
