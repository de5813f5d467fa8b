import { z } from 'zod';
import { type EventOf, eventsIn } from './event-row.ts';
import { classed } from './field-class.ts';
import { unheard } from './meaning.ts';

const { event, rows } = eventsIn('secrets', 'schema/events/secrets.ts');

/** The events of the secrets service. */
export const secretsEvents = rows;

/** What most events of a secret mean: whoever shares or receives it there sees it, and its page shows it. */
const ofSecret = {
  ...unheard,
  audit: { kind: 'activity', outcome: 'done' },
  bells: ['secret'],
  readers: ['owner', 'desk', 'partner'],
} as const;

const endedBy = z.enum(['owner', 'authenticated', 'anonymous']);

/** A secret link was made. Says how long it lives and how big it is, roughly; never what it says or who may open it. */
export const secretCreated = event('secret.created', {
  summary: 'A secret link was created.',
  ...ofSecret,
  fields: {
    kind: classed('public', z.enum(['share', 'generate', 'incoming', 'verification'])),
    ttlSeconds: classed('public', z.int().positive().meta({ description: 'Its lifetime, in seconds.' })),
    expiresAt: classed('public', z.iso.datetime().meta({ description: 'When that ends.' })),
    hasPassphrase: classed('public', z.boolean().meta({ description: 'Whoever opens it has to know a passphrase.' })),
    truncated: classed(
      'public',
      z.boolean().meta({ description: 'The text was longer than the plan allows, and was cut.' }),
    ),
    /** Rough, so that the log does not tell one content from another. */
    sizeBucket: classed('internal', z.enum(['1k', '10k', 'more'])),
    ownerRef: classed('tenant', z.uuid().optional().meta({ description: 'The account that owns it.' })),
    shareDomainId: classed(
      'tenant',
      z.string().max(64).optional().meta({ description: 'The custom domain of its link.' }),
    ),
    recipientCount: classed('tenant', z.int().min(0).meta({ description: 'How many people the link was emailed to.' })),
  },
  feed: 'created',
  // Nobody can watch a secret before it exists.
  bells: [],
  counts: { as: 'created' },
  // To the desk a secret begins when it is submitted, in the same commit.
  readers: ['owner', 'partner'],
  consumers: ['accounts.usage'],
});
export type SecretCreated = EventOf<typeof secretCreated>;

/** What is said of a secret that began on another server, however it was taken over. */
const ofImported = {
  ttlSeconds: classed('public', z.int().positive().meta({ description: 'Its lifetime, in seconds.' })),
  createdAt: classed('public', z.iso.datetime().meta({ description: 'When it was created on the other server.' })),
  ownerRef: classed('tenant', z.uuid().optional().meta({ description: 'The account that owns it.' })),
  recipientCount: classed('tenant', z.int().min(0).meta({ description: 'How many people the link was emailed to.' })),
};

/**
 * A secret that waits was taken over from another server, with its content and the keys of its links. Its stream begins here;
 * what happens to it from now on is told as of any other.
 */
export const secretImported = event('secret.imported', {
  summary: 'A secret that waits to be opened was taken over from another server. Its links work on.',
  ...ofSecret,
  fields: {
    ...ofImported,
    expiresAt: classed('public', z.iso.datetime().meta({ description: 'When its lifetime ends.' })),
    /** Rough, so that the log does not tell one content from another. */
    sizeBucket: classed('internal', z.enum(['1k', '10k', 'more'])),
    shareDomainId: classed(
      'tenant',
      z.string().max(64).optional().meta({ description: 'The custom domain of its link.' }),
    ),
  },
  // Nobody watches a secret that was not here, and thousands at once would bury what is new in a feed.
  bells: [],
  counts: { as: 'created' },
  readers: ['owner', 'partner'],
  consumers: ['accounts.usage'],
});
export type SecretImported = EventOf<typeof secretImported>;

/**
 * Only what its creator sees was taken over, of a secret that had ended on another server. The first and last event of its
 * stream: nothing is told as if it happened now.
 */
export const secretMetadataImported = event('secret.metadata_imported', {
  ...ofSecret,
  fields: {
    ...ofImported,
    state: classed('public', z.enum(['received', 'burned', 'expired'])),
    endedAt: classed('public', z.iso.datetime()),
  },
  isTerminal: true,
  bells: [],
  readers: ['owner'],
});
export type SecretMetadataImported = EventOf<typeof secretMetadataImported>;

/** A secret was opened by its one claimant; its content was deleted in the same commit. */
export const secretReceived = event('secret.received', {
  summary: 'A secret was opened. Its content was deleted in the same moment.',
  ...ofSecret,
  fields: {
    by: classed('public', endedBy.meta({ description: 'Who did it, as far as is known.' })),
    /** Only for viewers of the same tenant. */
    viewerRef: classed(
      'tenant',
      z.uuid().optional().meta({ description: "The account that opened it, if it is the same tenant's." }),
    ),
  },
  isTerminal: true,
  feed: 'opened',
  counts: { as: 'opened', byAge: true },
  consumers: ['accounts.verification', 'accounts.usage'],
});
export type SecretReceived = EventOf<typeof secretReceived>;

/** A secret was deleted before anybody opened it. */
export const secretBurned = event('secret.burned', {
  summary: 'A secret was deleted before anyone opened it.',
  ...ofSecret,
  fields: {
    by: classed('public', endedBy.meta({ description: 'Who did it, as far as is known.' })),
    /** A colonel did it (`operator.action_taken` says why); then `by` is `authenticated`. */
    byOperator: classed(
      'public',
      z.literal(true).optional().meta({ description: 'Somebody who runs the site did it.' }),
    ),
  },
  isTerminal: true,
  feed: 'burned',
  counts: { as: 'burned' },
  consumers: ['accounts.usage'],
});
export type SecretBurned = EventOf<typeof secretBurned>;

/** A secret's lifetime ended before anybody opened it. */
export const secretExpired = event('secret.expired', {
  summary: 'The lifetime of a secret ended before anyone opened it.',
  ...ofSecret,
  fields: {},
  isTerminal: true,
  feed: 'expired',
  counts: { as: 'expired' },
});
export type SecretExpired = EventOf<typeof secretExpired>;

/** An email with the share link was requested, one for each recipient. Who gets it is in a sealed envelope, not here. */
export const secretDeliveryRequested = event('secret.delivery_requested', {
  ...ofSecret,
  fields: {
    deliveryId: classed('internal', z.uuid()),
    channel: classed('tenant', z.literal('mail')),
  },
  bells: [],
  readers: ['owner'],
  email: 'secret-link',
});
export type SecretDeliveryRequested = EventOf<typeof secretDeliveryRequested>;

/**
 * A secret for the support desk came in; in the stream of its secret.
 * Ticket and address are in a sealed envelope.
 */
export const incomingSubmitted = event('incoming.submitted', {
  summary: 'A secret was sent to the support desk.',
  ...ofSecret,
  fields: {
    incomingId: classed('tenant', z.uuid()),
    secretId: classed('tenant', z.uuid().meta({ description: 'The id of the secret. It opens nothing.' })),
    inboxRef: classed('tenant', z.uuid().nullable().meta({ description: 'The inbox that it was sent to.' })),
    deliveryId: classed('internal', z.uuid()),
    /** More came in than is emailed one by one: its email leaves together with others. */
    inDigest: classed('internal', z.boolean()),
  },
  feed: 'incoming-submitted',
  bells: [],
  readers: ['desk', 'partner'],
  email: 'incoming',
});
export type IncomingSubmitted = EventOf<typeof incomingSubmitted>;

/**
 * Why a link was not opened although its secret exists: it came too late, its passphrase was wrong, or it was not
 * checked because of the wrong passphrases before.
 */
export const refusedOpeningReason = z.enum(['late', 'wrong-passphrase', 'locked']);
export type RefusedOpeningReason = z.infer<typeof refusedOpeningReason>;

/**
 * When refused openings are told, for each reason in the life of a secret: at these counts, then at most once in so many
 * seconds, so that nobody can fill the log by trying. At the last count wrong passphrases lock a secret for good. Its owner
 * is emailed at two of them.
 *
 * Source  events 6.1
 */
const openingsTold = { atCounts: [1, 10, 50, 100], againSeconds: 3600 } as const;
const ownerEmailedAt: readonly (typeof openingsTold.atCounts)[number][] = [10, 50];
export const openingRefusedSteps = { ...openingsTold, ownerEmailedAt } as const;

/** Opening a secret was refused, counted for each reason. It may come after the ending of its stream. */
export const secretOpeningRefused = event('secret.opening_refused', {
  summary: 'Opening a secret was refused. Told at certain counts only.',
  ...ofSecret,
  fields: {
    secretId: classed('tenant', z.uuid().meta({ description: 'The id of the secret. It opens nothing.' })),
    reason: classed('public', refusedOpeningReason.meta({ description: 'Why it was refused.' })),
    /** All of this reason in the life of the secret, this one included. */
    count: classed(
      'tenant',
      z.int().positive().meta({ description: 'How many there have been of this kind, this one included.' }),
    ),
    /** When the first of them was. */
    windowStart: classed('tenant', z.iso.datetime().meta({ description: 'When the first of them was.' })),
  },
  audit: { kind: 'activity', outcome: 'failed' },
  feed: 'opening-refused',
  counts: { as: 'wrongPassphrases', onlyWhere: { field: 'reason', is: 'wrong-passphrase' } },
  steps: openingRefusedSteps,
  consumers: ['accounts.interception'],
});
export type SecretOpeningRefused = EventOf<typeof secretOpeningRefused>;

/**
 * What kind of program it was: the preview that a chat makes of a link, something from the network of a link scanner, a browser
 * that a program drives, or a client of the API that a secret for people only refused.
 */
export const programKind = z.enum(['preview', 'scanner', 'automation', 'program']);
export type ProgramKind = z.infer<typeof programKind>;

/** A program looked at the link of a secret, or tried to open it; counted for each kind. It changed nothing of the secret. */
export const secretProgramNoticed = event('secret.program_noticed', {
  summary: 'A program looked at the link of a secret, or tried to open it. Told at certain counts only.',
  ...ofSecret,
  fields: {
    secretId: classed('tenant', z.uuid().meta({ description: 'The id of the secret. It opens nothing.' })),
    kind: classed('public', programKind),
    /** All of this kind in the life of the secret, this one included. */
    count: classed(
      'tenant',
      z.int().positive().meta({ description: 'How many there have been of this kind, this one included.' }),
    ),
    /** When the first of them was. */
    windowStart: classed('tenant', z.iso.datetime().meta({ description: 'When the first of them was.' })),
  },
  feed: 'program-noticed',
  steps: { ...openingsTold, ownerEmailedAt: [] },
});
export type SecretProgramNoticed = EventOf<typeof secretProgramNoticed>;

/** The reader's browser said that the content had arrived; the redeliveries ended in the same commit. */
export const secretDeliveryConfirmed = event('secret.delivery_confirmed', {
  summary: 'The browser that opened a secret confirmed that its content had arrived.',
  ...ofSecret,
  fields: {},
  feed: 'delivery-confirmed',
});
export type SecretDeliveryConfirmed = EventOf<typeof secretDeliveryConfirmed>;

/**
 * A generated value was shown once more, to the first who asked by the metadata key soon after its creation; a setting of the site
 * allows it. The secret can still be opened.
 */
export const secretGeneratedValueShown = event('secret.generated_value_shown', {
  summary: 'A generated value was shown once more, on the private page of its secret. The secret can still be opened.',
  ...ofSecret,
  fields: {},
  feed: 'generated-value-shown',
  readers: ['owner', 'partner'],
});
export type SecretGeneratedValueShown = EventOf<typeof secretGeneratedValueShown>;

/** Everything that can happen to a secret, in its own stream. */
export type SecretEvent =
  | SecretCreated
  | SecretImported
  | SecretMetadataImported
  | SecretDeliveryRequested
  | IncomingSubmitted
  | SecretReceived
  | SecretBurned
  | SecretExpired
  | SecretOpeningRefused
  | SecretProgramNoticed
  | SecretDeliveryConfirmed
  | SecretGeneratedValueShown;
