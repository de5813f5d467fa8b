import { z } from 'zod';
import { unixTime } from './fields.ts';

const count = z.int().nonnegative();

/** What a plan costs (whole dollars) and allows (seconds, characters). */
const planObject = z.strictObject({
  planid: z.string(),
  price: z.number().nonnegative(),
  discount: z.number().nonnegative(),
  options: z.strictObject({
    ttl: z.int().positive(),
    size: z.int().positive(),
    name: z.string(),
    api: z.boolean(),
    email: z.boolean(),
    custom_domains: z.boolean(),
    dark_mode: z.boolean(),
  }),
});

/** The Customer object. Source: REST contract 4.3. */
export const customerObject = z.strictObject({
  custid: z.string(),
  role: z.enum(['customer', 'colonel']),
  verified: z.boolean(),
  active: z.boolean(),
  created: unixTime,
  updated: unixTime,
  last_login: unixTime.nullable(),
  locale: z.string().nullable(),
  stripe_customer_id: z.string().nullable(),
  stripe_subscription_id: z.string().nullable(),
  stripe_checkout_email: z.string().nullable(),
  secrets_created: count,
  secrets_burned: count,
  secrets_shared: count,
  emails_sent: count,
  plan: planObject,
});
export type CustomerObject = z.infer<typeof customerObject>;
