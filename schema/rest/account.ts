import { z } from 'zod';
import { entered, envelope, localeCode, ticked, unixTime } from './fields.ts';

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
export const customerObject = z
  .strictObject({
    custid: z.string().meta({ description: 'The email address of the account.' }),
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
    secrets_shared: count.meta({ description: 'Own secrets that were opened.' }),
    emails_sent: count,
    plan: planObject,
  })
  .meta({ id: 'Customer', description: 'An account.' });
export type CustomerObject = z.infer<typeof customerObject>;

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

/** GET /api/v2/authcheck. Source: REST contract 6. */
export const authcheckAnswer = z.strictObject({
  record: customerObject,
  details: z.strictObject({ authenticated: z.literal(true), authorized: z.literal(true) }),
});
export type AuthcheckAnswer = z.infer<typeof authcheckAnswer>;

/** POST /api/v2/account/apitoken: the one time the token is shown. Source: REST contract 7. */
export const apiTokenAnswer = z.strictObject({
  ...envelope,
  record: z.strictObject({
    apitoken: z
      .string()
      .regex(/^[0-9a-f]{40}$/)
      .meta({ description: 'The new token. It is not shown again.' }),
    active: z.literal(true),
  }),
});

const trimmed = entered.transform((value) => value.trim());

/** POST /api/v2/account/change-password: the current password and the new one twice, trimmed. Source: REST contract 7. */
export const changePasswordForm = z.object({
  currentp: trimmed.meta({ description: 'The current password.' }),
  newp: trimmed.meta({ description: 'The new password.' }),
  newp2: trimmed.meta({ description: 'The new password again.' }),
  /** As a checkbox says it. */
  keep_tokens: ticked.meta({
    type: 'boolean',
    description: 'API tokens end with the old password, unless this is true.',
  }),
});

export const changePasswordAnswer = z.strictObject(envelope);

/** POST /api/v2/account/update-locale. Source: REST contract 7. */
export const updateLocaleForm = z.object({
  locale: entered.meta({ description: 'The code of a supported language.', example: 'de' }),
});

export const updateLocaleAnswer = z.strictObject({
  ...envelope,
  new_locale: localeCode,
  old_locale: localeCode.nullable(),
});

/** POST /api/v2/account/destroy: `confirmation` is the password. Source: REST contract 7. */
export const destroyForm = z.object({ confirmation: entered.meta({ description: 'The password of the account.' }) });

export const destroyAnswer = z.strictObject(envelope);
