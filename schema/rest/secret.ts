import { z } from 'zod';
import { confirmed, envelope, key, shortkey, textOrNone } from './fields.ts';

/** GET and POST /api/v2/secret/{secretKey}. Source: REST contract 5.2, 5.3. */
export const revealForm = z.object({ continue: confirmed, passphrase: textOrNone });
export type RevealForm = z.infer<typeof revealForm>;

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
export type UnconfirmedRevealAnswer = z.infer<typeof unconfirmedRevealAnswer>;

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
