import { z } from 'zod';
import { confirmed, envelope, key, lifetime, shortkey, state, text, textList, textOrNone, unixTime } from './fields.ts';
import { metadataObject } from './metadata.ts';

/** POST /api/v2/secret/conceal. Source: REST contract 5.1, 4.2. */
export const concealForm = z.object({
  secret: text,
  kind: text.transform((value) => (value === 'generate' ? 'generate' : 'share')),
  passphrase: textOrNone,
  ttl: lifetime,
  recipient: textList,
  share_domain: textOrNone,
});
export type ConcealForm = z.infer<typeof concealForm>;

export const secretObject = z.strictObject({
  key,
  identifier: key,
  shortkey,
  state,
  secret_ttl: z.int().positive(),
  lifespan: z.int().positive(),
  original_size: z.int().nonnegative(),
  created: unixTime,
  updated: unixTime,
  is_truncated: z.boolean(),
  has_passphrase: z.boolean(),
  verification: z.boolean(),
  secret_value: z.string().optional(),
});
export type SecretObject = z.infer<typeof secretObject>;

export const concealAnswer = z.strictObject({
  ...envelope,
  record: z.strictObject({ metadata: metadataObject, secret: secretObject, share_domain: z.string().nullable() }),
  details: z.strictObject({
    kind: z.enum(['share', 'generate']),
    recipient: z.array(z.string()),
    recipient_safe: z.array(z.string()),
    ttl_adjusted: z.boolean(),
  }),
});
export type ConcealAnswer = z.infer<typeof concealAnswer>;

/** GET and POST /api/v2/secret/{secretKey}. Source: REST contract 5.2, 5.3. */
export const revealForm = z.object({ continue: confirmed, passphrase: textOrNone });

const names = {
  key,
  secret_key: key,
  identifier: key,
  secret_shortkey: shortkey,
  shortkey,
};
const flags = { verification: z.boolean(), has_passphrase: z.boolean(), is_owner: z.boolean(), share_domain: z.url() };
const owner = { is_owner: z.boolean(), verification: z.boolean() };

const closed = {
  record: z.strictObject({
    ...names,
    state: z.literal('new'),
    is_truncated: z.null(),
    original_size: z.null(),
    ...flags,
  }),
  details: z.strictObject({
    continue: z.literal(false),
    show_secret: z.literal(false),
    correct_passphrase: z.boolean(),
    display_lines: z.literal(4),
    one_liner: z.null(),
    ...owner,
  }),
};

/** A look: nothing of the content, and nothing changes. */
export const secretAnswer = z.strictObject({ success: z.literal(true), ...closed });
export type SecretAnswer = z.infer<typeof secretAnswer>;

/** A POST without `continue`. */
export const unconfirmedRevealAnswer = z.strictObject({ ...envelope, ...closed });

export const revealAnswer = z.strictObject({
  ...envelope,
  record: z.strictObject({
    ...names,
    state: z.literal('received'),
    is_truncated: z.boolean(),
    original_size: z.int().nonnegative(),
    ...flags,
    secret_value: z.string(),
  }),
  details: z.strictObject({
    continue: z.literal(true),
    show_secret: z.literal(true),
    correct_passphrase: z.boolean(),
    display_lines: z.int().min(4).max(30),
    one_liner: z.boolean(),
    ...owner,
  }),
});
export type RevealAnswer = z.infer<typeof revealAnswer>;

/** POST /api/v2/secret/{secretKey}/acknowledge: the same answer for every key. Source: REST contract 5.3. */
export const acknowledgeAnswer = z.strictObject(envelope);
