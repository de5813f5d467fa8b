import { z } from 'zod';
import { key, utcStamp } from './fields.ts';
import { metadataObject } from './metadata-object.ts';

/** GET /api/v2/private/{metadataKey}. Source: REST contract 5.5. */
export const privateAnswer = z.strictObject({
  success: z.literal(true),
  record: metadataObject.extend({
    secret_key: key.nullable(),
    share_path: z.string().nullable(),
    burn_path: z.string(),
    metadata_path: z.string(),
    share_domain: z.url(),
  }),
  details: z.strictObject({
    title: z.literal('You saved a secret'),
    body_class: z.null(),
    display_lines: z.literal(4),
    display_feedback: z.literal(false),
    no_cache: z.literal(true),
    is_received: z.boolean(),
    is_burned: z.boolean(),
    is_destroyed: z.boolean(),
    is_expired: z.boolean(),
    received_date: z.string().nullable(),
    received_date_utc: utcStamp.nullable(),
    burned_date: z.string().nullable(),
    burned_date_utc: utcStamp.nullable(),
    expired_date: z.string().nullable(),
    expired_date_utc: utcStamp.nullable(),
    maxviews: z.literal(1),
    has_maxviews: z.literal(false),
    view_count: z.int(),
    has_passphrase: z.boolean(),
    is_truncated: z.boolean(),
    can_decrypt: z.boolean(),
    secret_value: z.null(),
    show_secret: z.literal(false),
    show_secret_link: z.boolean(),
    show_metadata_link: z.boolean(),
    show_metadata: z.literal(true),
    show_recipients: z.boolean(),
    is_owner: z.boolean(),
    /** The key is an owner handle: no share link, and burning needs no passphrase. */
    is_by_owner_handle: z.boolean(),
    is_locked: z.boolean(),
    delivery_confirmed: z.boolean().nullable(),
    /** One per mail with the share link, in the order of the recipients; `at` is when it got its status. */
    deliveries: z.array(z.strictObject({ status: z.enum(['queued', 'sent', 'failed', 'suppressed']), at: z.int() })),
  }),
});
export type PrivateAnswer = z.infer<typeof privateAnswer>;
