import { z } from 'zod';
import { shrimp } from './fields.ts';

/** POST /api/v2/validate-shrimp; the token comes in the header `O-Shrimp`, else in the body. Source: REST contract 6. */
export const validateShrimpForm = z.object({});
export const validateShrimpAnswer = z.strictObject({ isValid: z.boolean(), shrimp });
export type ValidateShrimpAnswer = z.infer<typeof validateShrimpAnswer>;
