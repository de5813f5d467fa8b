/**
 * How long an answer may be asked for again: a claimant's content, and a creator's links.
 *
 * Source  security 3.5, 4.1 R2
 */
export const repeats = {
  /** The claimant of a reveal may fetch again, by the database clock. */
  redeliverySeconds: 120,
  redeliveryCount: 3,
  /** The answer of a conceal, by its Idempotency-Key. */
  replaySeconds: 600,
} as const;
