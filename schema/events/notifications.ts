import { z } from 'zod';
import { type EventOf, eventsIn } from './event-row.ts';
import { classed } from './field-class.ts';
import { mailTemplates, unheard } from './meaning.ts';
import { accountRef } from './of-account.ts';

const { event, rows } = eventsIn('notifications', 'schema/events/notifications.ts');

/** The events of the notifications service. */
export const notificationsEvents = rows;

/** What became of one email: the same shape for every outcome, which is named by the event's type. */
const outcome = {
  deliveryId: classed('internal', z.uuid()),
  /** An open string: readers take also what a later release adds, without another version. */
  template: classed(
    'tenant',
    z.string().max(40).meta({
      description: 'What kind of email it is. A later release may send others than those in `x-known-values`.',
      'x-known-values': mailTemplates,
    }),
  ),
  attempt: classed('internal', z.int().min(0)),
  reasonCode: classed('internal', z.string().max(40).optional()),
  requestedBy: classed('internal', z.enum(['secrets', 'accounts'])),
  /** The secret whose link it carries, if it carries one. */
  secretId: classed(
    'tenant',
    z.uuid().optional().meta({ description: 'The secret whose link it carries, if it carries one.' }),
  ),
};

const ofDelivery = {
  ...unheard,
  isTerminal: true,
  audit: { kind: 'activity', outcome: 'failed' },
  bells: ['secret'],
  readers: ['owner', 'desk', 'partner'],
  fields: outcome,
} as const;

/** The recipient's server accepted the email. */
export const deliverySent = event('delivery.sent', {
  summary: 'An email was accepted by the server of its recipient.',
  ...ofDelivery,
  audit: { kind: 'activity', outcome: 'done' },
  feed: 'email-sent',
  counts: { as: 'emailsSent' },
  consumers: ['secrets.deliveries', 'accounts.usage'],
});
export type DeliverySent = EventOf<typeof deliverySent>;

/** Given up: after all tries, or refused for good. */
export const deliveryFailed = event('delivery.failed', {
  summary: 'An email could not be delivered, and is not tried again.',
  ...ofDelivery,
  feed: 'email-failed',
  counts: { as: 'emailsFailed' },
  consumers: ['secrets.deliveries'],
});
export type DeliveryFailed = EventOf<typeof deliveryFailed>;

/** Not sent, because what it was about had ended. */
export const deliverySuppressed = event('delivery.suppressed', {
  summary: 'An email was not sent, because what it was about had ended.',
  ...ofDelivery,
  feed: 'email-suppressed',
  consumers: ['secrets.deliveries'],
});
export type DeliverySuppressed = EventOf<typeof deliverySuppressed>;

/** Why an email came back, in a few words of ours: a report quotes addresses. */
export const bounceReasons = [
  'no-such-mailbox',
  'mailbox-disabled',
  'mailbox-full',
  'too-large',
  'refused',
  'not-reachable',
  'other',
] as const;
export type BounceReason = (typeof bounceReasons)[number];

/** A server accepted the email, and it came back later. It follows `delivery.sent` in the stream that this has ended. */
export const deliveryBounced = event('delivery.bounced', {
  summary: 'An email was accepted, and came back later.',
  ...ofDelivery,
  fields: { ...outcome, reasonCode: classed('internal', z.enum(bounceReasons)) },
  isTerminal: false,
  feed: 'email-bounced',
  counts: { as: 'emailsFailed' },
  consumers: ['secrets.deliveries'],
});
export type DeliveryBounced = EventOf<typeof deliveryBounced>;

/** Somebody said something; the text is in a table, for 90 days. */
export const feedbackSubmitted = event('feedback.submitted', {
  ...ofDelivery,
  fields: { feedbackId: classed('internal', z.uuid()) },
  audit: { kind: 'activity', outcome: 'done' },
  bells: [],
  readers: ['owner'],
});
export type FeedbackSubmitted = EventOf<typeof feedbackSubmitted>;

/** Every event of an email's stream. */
export type DeliveryEvent = DeliverySent | DeliveryFailed | DeliverySuppressed | DeliveryBounced;

/** Whose it is, and which; where events are sent to is in no event. For one of the installation, the account of the colonel who made it. */
const webhookFields = { accountRef, webhookId: classed('tenant', z.uuid()) };

const ofWebhook = {
  ...unheard,
  // Each is a stream of its own, which ends with it.
  isTerminal: true,
  audit: { kind: 'security', outcome: 'done' },
  readers: ['owner'],
  fields: webhookFields,
} as const;

/** Events are sent to an address from now on. */
export const webhookAdded = event('webhook.added', ofWebhook);
export type WebhookAdded = EventOf<typeof webhookAdded>;

/** What can be changed about a webhook. */
export const webhookChanges = ['address', 'types', 'description', 'secret', 'paused', 'resumed'] as const;
export type WebhookChange = (typeof webhookChanges)[number];

/** By whoever may: its owner, or a colonel for one of the installation. Several things at once are one event each. */
export const webhookChanged = event('webhook.changed', {
  ...ofWebhook,
  fields: { ...webhookFields, what: classed('tenant', z.enum(webhookChanges)) },
});
export type WebhookChanged = EventOf<typeof webhookChanged>;

/** Switched off by us: its address said that it is gone, or took nothing for five days. Its owner is told by email. */
export const webhookDisabled = event('webhook.disabled', {
  ...ofWebhook,
  fields: { ...webhookFields, reasonCode: classed('tenant', z.enum(['gone', 'failing'])) },
  audit: { kind: 'security', outcome: 'failed' },
  consumers: ['accounts.webhook-notices'],
});
export type WebhookDisabled = EventOf<typeof webhookDisabled>;

/** Nothing is sent there any more. */
export const webhookRemoved = event('webhook.removed', ofWebhook);
export type WebhookRemoved = EventOf<typeof webhookRemoved>;

/** Every event of webhooks. */
export type WebhookEvent = WebhookAdded | WebhookChanged | WebhookDisabled | WebhookRemoved;
