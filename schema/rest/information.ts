import { z } from 'zod';
import { localeCode } from './fields.ts';

/** GET /api/v2/status, /version and /supported-locales. Source: REST contract 6. */
export const statusAnswer = z.strictObject({ status: z.literal('nominal'), locale: localeCode });
export type StatusAnswer = z.infer<typeof statusAnswer>;

export const versionAnswer = z.strictObject({ version: z.array(z.string()).length(3), locale: localeCode });
export type VersionAnswer = z.infer<typeof versionAnswer>;

export const supportedLocalesAnswer = z.strictObject({
  locales: z.array(localeCode).min(1),
  default_locale: localeCode,
  locale: localeCode,
});
export type SupportedLocalesAnswer = z.infer<typeof supportedLocalesAnswer>;
