import { z } from 'zod';
import {
  confirmed,
  envelope,
  key,
  lifetime,
  shortkey,
  shrimp,
  state,
  text,
  textList,
  textOrNone,
  tickedOrNone,
  unixTime,
} from './fields.ts';
import { metadataObject } from './metadata.ts';
import { altchaChallengeAnswer } from './site.ts';

/** POST /api/v2/secret/conceal. `authenticity_payload` is a solved captcha, for visitors of a busy network. Source: REST contract 5.1, 4.2. */
export const concealForm = z.object({
  secret: text.meta({
    description:
      'The text to share. Beyond the size of the plan it is cut; `is_truncated` says so. Ignored for `generate`.',
    example: 'tea at 5?',
  }),
  kind: text
    .transform((value) => (value === 'generate' ? 'generate' : 'share'))
    .meta({
      description: '`generate` makes a random value and returns it once, here. Any other value means `share`.',
      example: 'share',
    }),
  passphrase: textOrNone.meta({
    description: 'Whoever opens the secret has to know it. At most 256 characters; empty means none.',
  }),
  ttl: lifetime.meta({
    type: ['integer', 'string'],
    description:
      'Lifetime in seconds. Absent or not above zero: 7 days. Below a minute: 5 minutes. Above the limit of the plan: that limit.',
    example: 3600,
  }),
  recipient: textList.meta({
    description: 'Email addresses that get the link; needs an account. In a form: `recipient[]`, once for each.',
  }),
  share_domain: textOrNone.meta({
    description: 'A verified custom domain of yours for the link. Empty: the host of this site.',
  }),
  authenticity_payload: textOrNone.meta({
    description: 'A solved challenge, for visitors in a browser on a busy network. See `/api/v2/altcha/challenge`.',
  }),
  people_only: tickedOrNone.meta({
    type: 'boolean',
    description:
      'Whether programs are refused, so that only a person opens it, on the page of the link. Absent: if it has recipients.',
  }),
});
export type ConcealForm = z.infer<typeof concealForm>;

export const secretObject = z
  .strictObject({
    key: key.meta({ description: 'The secret key. Whoever has it can open the secret.' }),
    identifier: key,
    shortkey,
    state,
    secret_ttl: z.int().positive(),
    lifespan: z.int().positive(),
    original_size: z.int().nonnegative().meta({ description: 'In characters, before it was cut.' }),
    created: unixTime,
    updated: unixTime,
    is_truncated: z.boolean(),
    has_passphrase: z.boolean(),
    verification: z.boolean(),
    secret_value: z
      .string()
      .optional()
      .meta({ description: 'The generated value, for `generate` only. It is not shown again.' }),
  })
  .meta({ id: 'Secret', description: 'A secret, as whoever created it gets it.' });
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
export const revealForm = z.object({
  continue: confirmed.meta({
    type: 'boolean',
    description: 'Must be `true` to open the secret. Without it the answer is that of a look, and nothing is opened.',
    example: true,
  }),
  passphrase: textOrNone.meta({ description: 'The passphrase, if the secret has one.' }),
  intent: textOrNone.meta({
    description: 'Sent by the page of a link, which got it with its look. Programs leave it out.',
  }),
  observed: textOrNone.meta({
    description: 'Sent by the page of a link: what it observed, as JSON. Programs leave it out.',
  }),
  authenticity_payload: textOrNone.meta({
    description: 'Sent by the page of a link: the proof of work, where the button was held.',
  }),
});

/**
 * What the page of a link observed until somebody opened it: short words and small numbers, no coordinates and nothing that
 * tells one browser from another.
 */
export const observed = z.strictObject({
  /** `navigator.webdriver`, or what programs that drive browsers leave in a page. */
  automated: z.boolean(),
  /** How long the page had been visible and focused, in milliseconds, at most 10,000. */
  readyMs: z.int().min(0).max(10_000),
  /** What the button was pressed with; `virtual`: by assistive technology, without pointer or key. */
  gesture: z.enum(['mouse', 'touch', 'pen', 'key', 'virtual']),
  /** Movements of the mouse that led there from its press before, at most 9. */
  moves: z.int().min(0).max(9),
  /** Keys, touches and turns of a wheel before that, at most 9. */
  inputs: z.int().min(0).max(9),
  /** What the browser says of a person's activity on the page; null where it says nothing. */
  active: z.boolean().nullable(),
  /** A click, the held button, or the question for those who cannot hold. */
  way: z.enum(['click', 'hold', 'answer']),
  /** How long the button was held, in milliseconds, at most 10,000. */
  heldMs: z.int().min(0).max(10_000),
});
export type Observed = z.infer<typeof observed>;

const intentText = z.string().regex(/^i1\.[A-Za-z0-9_-]{20,120}\.[A-Za-z0-9_-]{43}$/);

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
    secret_ttl: z.int().positive().meta({ description: 'The lifetime that was applied, in seconds.' }),
    lifespan: z.int().positive(),
    created: unixTime,
    updated: unixTime,
  }),
  details: z.strictObject({
    continue: z.literal(false),
    show_secret: z.literal(false),
    correct_passphrase: z.boolean().meta({ description: 'True if no passphrase is set.' }),
    display_lines: z.literal(4),
    one_liner: z.null(),
    ...owner,
  }),
};

/** A look: nothing of the content, and nothing changes. */
export const secretAnswer = z.strictObject({
  success: z.literal(true),
  ...closed,
  /** For the page of the link, if it asked for one. */
  intent: intentText.optional(),
});
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
    secret_value: z.string().meta({ description: 'The content. It was deleted in the same moment.' }),
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

/** What a page is answered that may not open yet: with the intent for its next try. Nothing was opened or counted. */
const notYet = { success: z.literal(false), message: z.string(), shrimp: shrimp.optional(), intent: intentText };
export const intentNeededAnswer = z
  .strictObject({ ...notYet, code: z.literal('intent_needed') })
  .meta({ id: 'IntentNeeded' });
/** With a proof of work, to be done while the button is held. */
export const holdAskedAnswer = z
  .strictObject({
    ...notYet,
    code: z.literal('hold_asked'),
    challenge: altchaChallengeAnswer,
  })
  .meta({ id: 'HoldAsked' });
