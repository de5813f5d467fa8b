/**
 * The words in which a row of the catalogue says what its event means. Feed, trail, bells, overview, emails and partners read
 * the rows; none has a list of event names of its own. A consumer that handles certain types by name starts only if the rows name
 * it for the same types (`checkConsumersOf`).
 */

/** Kinds of record in the audit trail, and how long each is kept, in days; whole months go. */
export const auditKinds = { activity: { days: 365 }, security: { days: 400 }, operator: { days: 730 } } as const;
export type AuditKind = keyof typeof auditKinds;

/** What became of an action: `failed` says that something did not happen. */
export const outcomes = ['done', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

/** The kinds of feed entry. */
export const feedKinds = [
  'created',
  'opened',
  'burned',
  'expired',
  'delivery-confirmed',
  'opening-refused',
  'program-noticed',
  'generated-value-shown',
  'email-sent',
  'email-failed',
  'email-suppressed',
  'email-bounced',
  'incoming-submitted',
  'domain-changed',
] as const;
export type FeedKind = (typeof feedKinds)[number];

/** Which bells an event rings after its commit: that of the secret it is about, that of the sessions of its account. */
export const bellNames = ['secret', 'session'] as const;
export type BellName = (typeof bellNames)[number];

/** What the overview counts. */
export const countedNames = [
  'created',
  'opened',
  'burned',
  'expired',
  'wrongPassphrases',
  'emailsSent',
  'emailsFailed',
] as const;
export type CountedName = (typeof countedNames)[number];

/** The steps in which the overview says how soon secrets are opened: a minute, ten, an hour, a day, a week. */
export const openedWithinSeconds = [60, 600, 3_600, 86_400, 604_800] as const;

/** How an event counts: each as one, by the age of its secret, or only where a field has a value. */
export interface Counting {
  readonly as: CountedName;
  readonly byAge?: true;
  readonly onlyWhere?: { readonly field: string; readonly is: string };
}

/**
 * Who hears of an event in their feed, besides our own services: its account, the support desk if it is about what was sent
 * there, partners. The trail is told by `audit` alone.
 */
export const readerNames = ['owner', 'desk', 'partner'] as const;
export type ReaderName = (typeof readerNames)[number];

/** The emails that events ask for, by their template. */
export const mailTemplates = [
  'secret-link',
  'incoming',
  'verify-account',
  'account-exists',
  'password-reset',
  'password-changed',
  'two-step-removed',
  'passkey-added',
  'passkey-removed',
  'account-disabled',
  'account-enabled',
  'interception-suspected',
  'webhook-disabled',
] as const;
export type MailTemplate = (typeof mailTemplates)[number];

/** At which counts something that is counted is told, so that nobody can fill a log by trying. */
export interface Steps {
  /** Rising; after the last one it is told at most once in `againSeconds`. */
  readonly atCounts: readonly number[];
  readonly againSeconds: number;
  /** At these of them the owner is emailed. */
  readonly ownerEmailedAt: readonly number[];
}

/** What an event means to whoever hears of it. */
export interface EventMeaning {
  /** Whether the type ends its stream: it comes last, and closes the stream. */
  readonly isTerminal: boolean;
  /** Its entry in the audit trail; null: it has none, and is covered by a block alone. */
  readonly audit: { readonly kind: AuditKind; readonly outcome: Outcome } | null;
  /** Its entry in the feeds of its readers; null: it has none. */
  readonly feed: FeedKind | null;
  readonly bells: readonly BellName[];
  readonly counts: Counting | null;
  readonly readers: readonly ReaderName[];
  /** The email that it asks for, where it carries a delivery id. */
  readonly email: MailTemplate | null;
  /** Null: each is told. */
  readonly steps: Steps | null;
}

/** The meaning of an event that nobody listens to. Most rows begin with it, or with what the events of their kind mean. */
export const unheard = {
  isTerminal: false,
  audit: null,
  feed: null,
  bells: [],
  counts: null,
  readers: [],
  email: null,
  steps: null,
} as const satisfies EventMeaning;
