import { z } from 'zod';

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** GET /api/v2/altcha/challenge. Source: REST contract 6. */
export const altchaChallengeAnswer = z.strictObject({
  algorithm: z.literal('SHA-256'),
  challenge: digest,
  maxnumber: z.int().positive().max(1_000_000),
  salt: z.string().regex(/^[0-9a-f]{24}\?expires=\d+&$/),
  signature: digest,
});
export type AltchaChallengeAnswer = z.infer<typeof altchaChallengeAnswer>;
