import { z } from 'zod';
import { customerObject } from './customer-object.ts';

/** GET /api/v2/authcheck. Source: REST contract 6. */
export const authcheckAnswer = z.strictObject({
  record: customerObject,
  details: z.strictObject({ authenticated: z.literal(true), authorized: z.literal(true) }),
});
export type AuthcheckAnswer = z.infer<typeof authcheckAnswer>;
