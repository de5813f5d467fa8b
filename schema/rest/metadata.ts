import { z } from 'zod';
import { confirmed, envelope, key, shortkey, state, textOrNone, unixTime, utcStamp } from './fields.ts';

/** The Metadata object. Source: REST contract 4.1. */
export const metadataObject = z
  .strictObject({
    key: key.meta({ description: 'The metadata key; in a list, an owner handle, which works for its owner only.' }),
    identifier: key,
    custid: z
      .string()
      .nullable()
      .meta({ description: '`anon` for a visitor, the email address to the owner, else null.' }),
    state,
    shortkey,
    secret_shortkey: shortkey,
    secret_ttl: z.int().positive().meta({ description: 'The lifetime that was applied, in seconds.' }),
    share_domain: z.string().nullable(),
    created: unixTime,
    updated: unixTime,
    expiration: unixTime,
    received: unixTime.nullable(),
    burned: unixTime.nullable(),
    recipients: z.string().nullable().meta({ description: 'Email addresses, obscured.' }),
    show_recipients: z.boolean(),
    is_received: z.boolean(),
    is_burned: z.boolean(),
    is_destroyed: z.boolean().meta({ description: 'Received or burned.' }),
    is_expired: z.boolean(),
    is_truncated: z.boolean(),
    expiration_stamp: z.string().regex(/^\d+ (?:seconds|minutes|hours|days)$/),
    created_date_utc: utcStamp,
    stamp: z.string(),
    uri: z.url(),
    metadata_url: z.url(),
    burn_url: z.url(),
    share_url: z.url().nullable().meta({ description: 'The link to share; null once it may not be shown any more.' }),
  })
  .meta({ id: 'Metadata', description: 'What the creator of a secret can know of it.' });
export type MetadataObject = z.infer<typeof metadataObject>;

/** GET /api/v2/private/{metadataKey}. Source: REST contract 5.5. */
export const privateAnswer = z.strictObject({
  success: z.literal(true),
  record: metadataObject.extend({
    secret_key: key.nullable(),
    share_path: z.string().nullable(),
    burn_path: z.string(),
    metadata_path: z.string(),
    share_domain: z.url(),
    /** What later versions added. Nothing is ever only looked at, so most of it is always absent. */
    shared: z.null(),
    viewed: z.null(),
    is_viewed: z.literal(false),
    is_orphaned: z.literal(false),
    secret_state: z.literal('new').nullable(),
    natural_expiration: z.string(),
    expiration_in_seconds: z.int().positive(),
  }),
  details: z.strictObject({
    type: z.literal('record'),
    secret_realttl: z.int().nonnegative().nullable().meta({ description: 'Seconds left; null once it ended.' }),
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
    secret_value: z.string().nullable().meta({
      description: 'A generated value, where the site shows it once more; otherwise null.',
    }),
    show_secret: z.boolean(),
    show_secret_link: z.boolean(),
    show_metadata_link: z.boolean(),
    show_metadata: z.literal(true),
    show_recipients: z.boolean(),
    is_owner: z.boolean(),
    /** The key is an owner handle: no share link, and burning needs no passphrase. */
    is_by_owner_handle: z.boolean(),
    is_locked: z.boolean(),
    delivery_confirmed: z.boolean().nullable(),
    /** When the reader's browser confirmed the content. */
    confirmed: unixTime.nullable(),
    /** When its generated value was shown once more; absent where it was not. */
    generated_value_shown: unixTime.optional(),
    /** Who opened it, as far as is known. */
    opened_by: z.enum(['owner', 'authenticated', 'anonymous']).nullable(),
    /** An operator burned it. */
    burned_by_operator: z.boolean(),
    /** Refused openings, oldest first; the contract's name for them. */
    refusals: z.array(
      z.strictObject({
        reason: z.enum(['late', 'wrong_passphrase', 'locked']),
        count: z.int().positive(),
        first: unixTime,
        last: unixTime,
      }),
    ),
    /** Programs that looked at the link or tried to open it, oldest first; none of them opened it. */
    programs: z.array(
      z.strictObject({
        kind: z.enum(['preview', 'scanner', 'automation', 'program']),
        count: z.int().positive(),
        first: unixTime,
        last: unixTime,
      }),
    ),
    /** Whether programs are refused. */
    people_only: z.boolean(),
    /** One per email with the share link, in the order of the recipients; `at` is when it got its status. */
    deliveries: z.array(
      z.strictObject({ status: z.enum(['queued', 'sent', 'failed', 'suppressed', 'bounced']), at: z.int() }),
    ),
  }),
});
export type PrivateAnswer = z.infer<typeof privateAnswer>;

/** GET /api/v2/private/recent; keys are owner handles. Source: REST contract 5.4. */
export const recentAnswer = z.strictObject({
  success: z.literal(true),
  custid: z.string(),
  count: z.int().nonnegative(),
  records: z.array(metadataObject),
  details: z.strictObject({
    since: unixTime,
    now: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000$/),
    has_items: z.boolean(),
    received: z.array(metadataObject),
    notreceived: z.array(metadataObject),
    has_more: z.boolean(),
  }),
});

/** POST /api/v2/private/{metadataKey}/burn. Source: REST contract 5.6. */
export const burnForm = z.object({
  continue: confirmed,
  passphrase: textOrNone.meta({ description: 'If the secret has one. The owner burns by owner handle without it.' }),
});

export type BurnForm = z.infer<typeof burnForm>;

export const burnAnswer = z.strictObject({
  ...envelope,
  record: metadataObject.extend({ metadata: metadataObject }),
  details: z.strictObject({}),
});
