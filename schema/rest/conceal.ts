import { z } from 'zod';
import { envelope, key, lifetime, shortkey, state, text, textList, textOrNone, unixTime } from './fields.ts';
import { metadataObject } from './metadata-object.ts';

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
