import { z } from 'zod';
import { type EventOf, eventsIn } from './event-row.ts';
import { classed } from './field-class.ts';
import { mailTemplates, unheard } from './meaning.ts';

const { event, rows } = eventsIn('notifications', 'schema/events/notifications.ts');

/** The events of the notifications service. */
export const notificationsEvents = rows;

/** What became of one email: the same shape for every outcome, which is named by the event's type. */
const outcome = {
  deliveryId: classed('internal', z.uuid()),
  template: classed('tenant', z.enum(mailTemplates)),
  attempt: classed('internal', z.int().min(0)),
  reasonCode: classed('internal', z.string().max(40).optional()),
  requestedBy: classed('internal', z.enum(['secrets', 'accounts'])),
  /** The secret whose link it carries, if it carries one. */
  secretId: classed('tenant', z.uuid().optional()),
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
  ...ofDelivery,
  audit: { kind: 'activity', outcome: 'done' },
  feed: 'email-sent',
  counts: { as: 'emailsSent' },
  consumers: ['secrets.deliveries', 'accounts.usage'],
});
export type DeliverySent = EventOf<typeof deliverySent>;

/** Given up: after all tries, or refused for good. */
export const deliveryFailed = event('delivery.failed', {
  ...ofDelivery,
  feed: 'email-failed',
  counts: { as: 'emailsFailed' },
  consumers: ['secrets.deliveries'],
});
export type DeliveryFailed = EventOf<typeof deliveryFailed>;

/** Not sent, because what it was about had ended. */
export const deliverySuppressed = event('delivery.suppressed', {
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
