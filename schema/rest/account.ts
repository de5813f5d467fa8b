import { z } from 'zod';
import { customerObject } from './customer-object.ts';

/** GET /api/v2/account; the token itself is shown by nobody, as only its hash is kept. Source: REST contract 7. */
export const accountAnswer = z.strictObject({
  success: z.literal(true),
  custid: z.string(),
  record: z.strictObject({
    apitoken: z.null(),
    apitoken_set: z.boolean(),
    cust: customerObject,
    stripe_customer: z.null(),
    stripe_subscriptions: z.null(),
  }),
  details: z.strictObject({}),
});
export type AccountAnswer = z.infer<typeof accountAnswer>;
