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
  ...ofSecret,
  fields: {
    kind: classed('public', z.enum(['share', 'generate', 'incoming', 'verification'])),
    ttlSeconds: classed('public', z.int().positive()),
    expiresAt: classed('public', z.iso.datetime()),
    hasPassphrase: classed('public', z.boolean()),
    truncated: classed('public', z.boolean()),
    /** Rough, so that the log does not tell one content from another. */
    sizeBucket: classed('internal', z.enum(['1k', '10k', 'more'])),
    ownerRef: classed('tenant', z.uuid().optional()),
    shareDomainId: classed('tenant', z.string().max(64).optional()),
    recipientCount: classed('tenant', z.int().min(0)),
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

/** A secret was opened by its one claimant; its content was deleted in the same commit. */
export const secretReceived = event('secret.received', {
  ...ofSecret,
  fields: {
    by: classed('public', endedBy),
    /** Only for viewers of the same tenant. */
    viewerRef: classed('tenant', z.uuid().optional()),
  },
  isTerminal: true,
  feed: 'opened',
  counts: { as: 'opened', byAge: true },
  consumers: ['accounts.verification', 'accounts.usage'],
});
export type SecretReceived = EventOf<typeof secretReceived>;

/** A secret was deleted before anybody opened it. */
export const secretBurned = event('secret.burned', {
  ...ofSecret,
  fields: { by: classed('public', endedBy) },
  isTerminal: true,
  feed: 'burned',
  counts: { as: 'burned' },
  consumers: ['accounts.usage'],
});
export type SecretBurned = EventOf<typeof secretBurned>;

/** A secret's lifetime ended before anybody opened it. */
export const secretExpired = event('secret.expired', {
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
  ...ofSecret,
  fields: {
    incomingId: classed('tenant', z.uuid()),
    secretId: classed('tenant', z.uuid()),
    inboxRef: classed('tenant', z.uuid().nullable()),
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
  ...ofSecret,
  fields: {
    secretId: classed('tenant', z.uuid()),
    reason: classed('public', refusedOpeningReason),
    /** All of this reason in the life of the secret, this one included. */
    count: classed('tenant', z.int().positive()),
    /** When the first of them was. */
    windowStart: classed('tenant', z.iso.datetime()),
  },
  audit: { kind: 'activity', outcome: 'failed' },
  feed: 'opening-refused',
  counts: { as: 'wrongPassphrases', onlyWhere: { field: 'reason', is: 'wrong-passphrase' } },
  steps: openingRefusedSteps,
  consumers: ['accounts.interception'],
});
export type SecretOpeningRefused = EventOf<typeof secretOpeningRefused>;

/** The reader's browser said that the content had arrived; the redeliveries ended in the same commit. */
export const secretDeliveryConfirmed = event('secret.delivery_confirmed', {
  ...ofSecret,
  fields: {},
  feed: 'delivery-confirmed',
});
export type SecretDeliveryConfirmed = EventOf<typeof secretDeliveryConfirmed>;

/** Everything that can happen to a secret, in its own stream. */
export type SecretEvent =
  | SecretCreated
  | SecretDeliveryRequested
  | IncomingSubmitted
  | SecretReceived
  | SecretBurned
  | SecretExpired
  | SecretOpeningRefused
  | SecretDeliveryConfirmed;
