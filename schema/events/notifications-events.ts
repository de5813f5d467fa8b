import type { CatalogEntry } from './catalog-entry.ts';
import { feedConsumer } from './feed-consumer.ts';
import { deliveryBouncedV1 } from './notifications/delivery-bounced.v1.ts';
import { deliveryFailedV1 } from './notifications/delivery-failed.v1.ts';
import { deliverySentV1 } from './notifications/delivery-sent.v1.ts';
import { deliverySuppressedV1 } from './notifications/delivery-suppressed.v1.ts';
import { feedbackSubmittedV1 } from './notifications/feedback-submitted.v1.ts';
import { securityTrailExportedV1 } from './notifications/security-trail-exported.v1.ts';

const log = {
  producer: 'notifications',
  topic: 'onceover.notifications.events.v1',
  key: 'streamId',
  schemaVersion: 1,
  retentionDays: 90,
  consumers: [],
} as const;

/** What notifications tells. */
export const notificationsEvents: readonly CatalogEntry[] = [
  {
    ...log,
    type: 'delivery.sent',
    consumers: ['secrets.deliveries', 'accounts.usage', feedConsumer],
    isTerminal: true,
    schema: deliverySentV1,
    example: 'examples/delivery-sent.v1.json',
  },
  {
    ...log,
    type: 'delivery.failed',
    consumers: ['secrets.deliveries', feedConsumer],
    isTerminal: true,
    schema: deliveryFailedV1,
    example: 'examples/delivery-failed.v1.json',
  },
  {
    ...log,
    type: 'delivery.suppressed',
    consumers: ['secrets.deliveries', feedConsumer],
    isTerminal: true,
    schema: deliverySuppressedV1,
    example: 'examples/delivery-suppressed.v1.json',
  },
  {
    ...log,
    type: 'delivery.bounced',
    consumers: ['secrets.deliveries', feedConsumer],
    isTerminal: false,
    schema: deliveryBouncedV1,
    example: 'examples/delivery-bounced.v1.json',
  },
  {
    ...log,
    type: 'feedback.submitted',
    isTerminal: true,
    schema: feedbackSubmittedV1,
    example: 'examples/feedback-submitted.v1.json',
  },
  {
    ...log,
    type: 'security.trail_exported',
    isTerminal: true,
    schema: securityTrailExportedV1,
    example: 'examples/security-trail-exported.v1.json',
  },
];
