import { z } from 'zod';
import { entered, envelope, key, lifetime, shortkey, text, textList, textOrNone, unixTime } from './fields.ts';
import { metadataObject } from './metadata.ts';
import { concealForm, secretObject } from './secret.ts';

/*
 * The later dialect of `/api/v2`, that of v0.19 and after: nested bodies, receipts, guest paths. Source: dialects 4.
 */

/** How an opened secret is called: `received` by the calls of v0.19, `revealed` by those of v0.24. */
const laterState = z.enum(['new', 'received', 'revealed', 'burned', 'expired']).meta({
  description: '`new` until the secret is opened, burned or expired. Which word an opened one has depends on the path.',
});

/** The fields of `secret` in the body of a conceal or generate. */
export const laterConcealForm = z.object({
  secret: entered.meta({
    description: 'The text to share. One that is longer than the plan allows is refused. Ignored by generate.',
    example: 'tea at 5?',
  }),
  ttl: lifetime.meta({
    type: ['integer', 'string'],
    description:
      'Lifetime in seconds. Absent or not above zero: 7 days. Outside the bounds of the plan: the nearest one.',
    example: 3600,
  }),
  passphrase: textOrNone.meta({ description: 'At most 256 characters; empty means none.' }),
  recipient: textList.meta({ description: 'Email addresses that get the link; needs an account. A text or a list.' }),
  share_domain: textOrNone.meta({ description: 'A verified custom domain of yours. Empty: the host of this site.' }),
  people_only: concealForm.shape.people_only,
});
export type LaterConcealForm = z.infer<typeof laterConcealForm>;

/** The label of the owner, as the later dialect calls it. */
export const memoForm = z.object({
  memo: text.meta({
    description: 'Your private label, at most 500 characters; empty takes it away, absent leaves it.',
    example: 'for Nina',
  }),
});

/** At most so many keys at once. */
export const mostIdentifiers = 25;
export const identifiersForm = z.object({
  identifiers: z
    .array(z.string())
    .transform((values) => [...new Set(values.flatMap((value) => value.split(',')).map((value) => value.trim()))])
    .transform((values) => values.filter((value) => value !== ''))
    .meta({
      type: ['array', 'string'],
      items: { type: 'string' },
      description: `Keys, as a list or separated by commas; at most ${mostIdentifiers}.`,
    }),
});

const whenOrNull = unixTime.nullable();

/** The Receipt object: the Metadata object of D18 and what later versions added. */
export const receiptObject = metadataObject
  .extend({
    state: laterState,
    shortid: shortkey,
    secret_shortid: shortkey,
    secret_identifier: key.nullable().optional().meta({
      description: 'The secret key while it may be shown, otherwise null or absent.',
    }),
    owner_id: z.null(),
    metadata_ttl: z
      .int()
      .positive()
      .meta({ description: 'For how long the receipt is kept, in seconds from the creation.' }),
    receipt_ttl: z.int().positive(),
    lifespan: z.int().positive(),
    shared: z.null(),
    previewed: z.null(),
    viewed: z.null(),
    is_previewed: z.literal(false),
    is_viewed: z.literal(false),
    is_orphaned: z.literal(false),
    revealed: whenOrNull,
    is_revealed: z.boolean(),
    is_destroyed: z.boolean().meta({ description: 'Opened, burned or expired.' }),
    recipient_name: z.null(),
    source: z.null(),
    memo: z.string().nullable().meta({ description: "The owner's private label; null to everybody else." }),
    has_passphrase: z.boolean(),
    kind: z.enum(['conceal', 'generate']),
  })
  .meta({ id: 'Receipt', description: 'What the creator of a secret can know of it.' });
export type ReceiptObject = z.infer<typeof receiptObject>;

/** The Secret object of the later dialect. */
export const laterSecretObject = secretObject
  .omit({ original_size: true, is_truncated: true })
  .extend({
    state: laterState,
    shortid: shortkey,
    original_size: z.int().nonnegative().nullable(),
    is_truncated: z.boolean().nullable(),
    is_previewed: z.literal(false),
    is_viewed: z.literal(false),
    is_revealed: z.boolean(),
    is_received: z.boolean(),
    is_owner: z.boolean().optional(),
    share_domain: z.string().nullable().optional(),
    secret_value: z.string().optional().meta({ description: 'The content, where it is shown.' }),
  })
  .meta({ id: 'LaterSecret', description: 'A secret.' });
export type LaterSecretObject = z.infer<typeof laterSecretObject>;

const ok = { success: z.literal(true) };

export const laterConcealAnswer = z.strictObject({
  ...envelope,
  record: z.strictObject({
    metadata: receiptObject,
    receipt: receiptObject,
    secret: laterSecretObject,
    share_domain: z.string().nullable(),
  }),
  details: z.strictObject({
    kind: z.enum(['conceal', 'generate']),
    recipient: z.array(z.string()),
    recipient_safe: z.array(z.string()),
    ttl_adjusted: z.boolean(),
  }),
});

const revealDetails = {
  is_owner: z.boolean(),
  correct_passphrase: z.boolean(),
  display_lines: z.int().min(4).max(30),
  one_liner: z.boolean().nullable(),
};

/** POST …/reveal: opened, or without `continue` only looked at. */
export const laterRevealAnswer = z.strictObject({
  ...envelope,
  record: laterSecretObject,
  details: z.strictObject({ continue: z.boolean(), show_secret: z.boolean(), ...revealDetails }),
});

/** GET …/status, which tells nothing of a secret that is not pending. */
export const laterStatusAnswer = z.union([
  z.strictObject({
    ...ok,
    record: laterSecretObject,
    details: z.strictObject({ current_expiration: z.int().nonnegative().meta({ description: 'Seconds left.' }) }),
  }),
  z.strictObject({ ...ok, record: z.strictObject({ state: z.literal('unknown') }) }),
]);

/** POST …/secret/status: only the pending ones, in the order asked. */
export const laterStatusesAnswer = z.strictObject({
  ...envelope,
  records: z.array(laterSecretObject),
  count: z.int().nonnegative(),
});

const path = z.string().regex(/^\//);

/** What a receipt has beside the Receipt object where it is asked for alone. */
const receiptPage = receiptObject.extend({
  secret_state: z.literal('new').nullable(),
  natural_expiration: z.string(),
  expiration_in_seconds: z.int().positive(),
  share_path: path.nullable(),
  burn_path: path,
  receipt_path: path,
  metadata_path: path,
  receipt_url: z.url(),
});

const receiptDetails = z.strictObject({
  type: z.literal('record'),
  title: z.string().optional(),
  display_lines: z.literal(4),
  no_cache: z.literal(true),
  secret_realttl: z.int().nonnegative().nullable(),
  view_count: z.int().nonnegative().nullable(),
  first_access: z.null(),
  last_access: z.null(),
  has_passphrase: z.boolean(),
  can_decrypt: z.boolean(),
  secret_value: z.string().nullable(),
  show_secret: z.boolean(),
  show_secret_link: z.boolean(),
  show_receipt_link: z.boolean(),
  show_metadata_link: z.boolean(),
  show_receipt: z.boolean(),
  show_metadata: z.boolean(),
  show_recipients: z.boolean(),
});

export const laterReceiptAnswer = z.strictObject({ ...ok, record: receiptPage, details: receiptDetails });
export const laterBurnAnswer = z.strictObject({ ...envelope, record: receiptPage, details: receiptDetails });
export const laterMemoAnswer = z.strictObject({ ...envelope, record: receiptObject });

/** GET …/receipt/recent: keys are owner handles. */
export const laterRecentAnswer = z.strictObject({
  ...ok,
  custid: z.null(),
  count: z.int().nonnegative(),
  records: z.array(receiptObject),
  details: z.strictObject({
    type: z.literal('list'),
    scope: z.null(),
    scope_label: z.null(),
    since: unixTime,
    now: unixTime,
    has_items: z.boolean(),
    revealed_receipts: z.array(receiptObject),
    pending_receipts: z.array(receiptObject),
  }),
});

/** POST …/guest/receipts. */
export const laterReceiptsAnswer = z.strictObject({
  ...envelope,
  records: z.array(receiptObject),
  count: z.int().nonnegative(),
});

export const scopeForm = z.object({
  scope: text.meta({ description: '`org` and `domain` are refused: there are no organisations here.' }),
});

/** Every error: one body that all later clients read. Source: dialects 4. */
export const laterErrorAnswer = z
  .strictObject({
    success: z.literal(false),
    error: z.string(),
    message: z.string().meta({ description: 'The same as `error`.' }),
    error_type: z.enum([
      'FormError',
      'Unauthorized',
      'Forbidden',
      'EntitlementRequired',
      'GuestRoutesDisabled',
      'RecordNotFound',
      'NotFound',
      'LimitExceeded',
      'SecretUndecryptable',
      'ServerError',
    ]),
    code: z.string().meta({ description: 'For programs; it stays.' }),
    request_id: z.string(),
    field: z.enum(['secret', 'passphrase', 'recipient', 'share_domain', 'memo']).optional(),
    secret_key: z.string().max(64).optional(),
    retry_after: z.int().positive().optional().meta({ description: 'Seconds, as in `Retry-After`.' }),
    attempts: z.int().positive().optional(),
    max_attempts: z.int().positive().optional(),
    shrimp: envelope.shrimp.optional(),
  })
  .meta({ id: 'LaterError' });
export type LaterError = z.infer<typeof laterErrorAnswer>;
