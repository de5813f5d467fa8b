import { z } from 'zod';
import { key, shortkey, state, textOrNone, unixTime } from './fields.ts';
import { concealForm } from './secret.ts';

/*
 * The dialect of `/api/v1`, which nearly every library speaks. Numbers are whole. Source: dialects 3.
 */

/** POST /api/v1/share and /create. */
export const v1ShareForm = concealForm.pick({
  secret: true,
  passphrase: true,
  ttl: true,
  recipient: true,
  share_domain: true,
  people_only: true,
});
/** POST /api/v1/generate; a secret in the request is ignored. */
export const v1GenerateForm = v1ShareForm.omit({ secret: true });
/** POST /api/v1/secret/{secretKey} and /api/v1/private/{metadataKey}/burn. */
export const v1PassphraseForm = z.object({ passphrase: textOrNone.meta({ description: 'If the secret has one.' }) });

const seconds = z.int().nonnegative();

/** The object of a secret, as its creator sees it; later names stand behind the old ones. */
export const v1Object = z
  .strictObject({
    custid: z.string().meta({ description: 'The email address to the owner, `anon` for a visitor, else empty.' }),
    metadata_key: key.meta({
      description: 'In the list of recent ones an owner handle, which works for its owner only.',
    }),
    secret_key: key.optional().meta({ description: 'Only on creation and while the secret is pending.' }),
    ttl: z.int().positive().meta({ description: 'The lifetime of the secret, in seconds.' }),
    metadata_ttl: seconds.meta({ description: 'Seconds left of the metadata.' }),
    secret_ttl: seconds
      .nullable()
      .optional()
      .meta({ description: 'Seconds left of the secret; null once it ended unread.' }),
    metadata_url: z.url(),
    state,
    updated: unixTime,
    created: unixTime,
    received: unixTime.optional(),
    recipient: z.array(z.string()).meta({ description: 'Obscured.' }),
    share_domain: z.literal(''),
    passphrase_required: z.boolean().optional(),
    value: z.string().optional().meta({ description: 'The generated value.' }),
    identifier: key,
    secret_identifier: key.optional(),
    has_passphrase: z.boolean().optional(),
    recipients: z.array(z.string()),
    receipt_ttl: seconds,
    receipt_url: z.url(),
    secret_value: z.string().optional(),
  })
  .meta({ id: 'V1Secret', description: 'What the creator of a secret can know of it.' });
export type V1Object = z.infer<typeof v1Object>;

export const v1StatusAnswer = z.strictObject({ status: z.literal('nominal'), locale: z.string() });

/** POST /api/v1/secret/{secretKey}. */
export const v1ValueAnswer = z.strictObject({
  value: z.string().meta({ description: 'The content. It was deleted in the same moment.' }),
  secret_key: z.string(),
  share_domain: z.url(),
  secret_identifier: z.string(),
  secret_value: z.string(),
});

export const v1BurnAnswer = z.strictObject({ state: v1Object, secret_shortkey: shortkey });
export const v1RecentAnswer = z.array(v1Object);

/** Status 404, nearly always. */
export const v1ErrorAnswer = z
  .strictObject({
    secret_key: z.string().max(64).optional(),
    error: z.string().optional(),
    message: z.string(),
    code: z.string().meta({ description: 'For programs; it stays.' }),
  })
  .meta({ id: 'V1Error' });
