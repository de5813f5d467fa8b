import { z } from 'zod';
import { localeCode, shrimp } from './fields.ts';

/** GET /api/v2/status, /version and /supported-locales. Source: REST contract 6. */
export const statusAnswer = z.strictObject({ status: z.literal('nominal'), locale: localeCode });

export const versionAnswer = z.strictObject({ version: z.array(z.string()).length(3), locale: localeCode });

export const supportedLocalesAnswer = z.strictObject({
  locales: z.array(localeCode).min(1),
  default_locale: localeCode,
  locale: localeCode,
});

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

/** POST /api/v2/validate-shrimp; the token comes in the header `O-Shrimp`, else in the body. Source: REST contract 6. */
export const validateShrimpAnswer = z.strictObject({ isValid: z.boolean(), shrimp });
