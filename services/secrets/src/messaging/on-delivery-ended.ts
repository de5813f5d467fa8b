import type { ConsumerDefinition } from '@onceover/event-bus';
import type { RecordedEvent } from '@onceover/event-store';
import type {
  DeliveryBounced,
  DeliveryFailed,
  DeliverySent,
  DeliverySuppressed,
} from '@onceover/schema/events/notifications';
import { applyDeliveryOutcome } from '../projections/deliveries/deliveries.projection.ts';

type Heard = RecordedEvent & (DeliverySent | DeliveryFailed | DeliverySuppressed | DeliveryBounced);

const statuses = {
  'delivery.sent': 'sent',
  'delivery.failed': 'failed',
  'delivery.suppressed': 'suppressed',
  'delivery.bounced': 'bounced',
} as const;

/** Records what became of emails, for the creator to see. */
export const onDeliveryEnded: ConsumerDefinition<Heard> = {
  name: 'secrets.deliveries',
  version: 1,
  sources: ['notifications'],
  handles: ['delivery.sent', 'delivery.failed', 'delivery.suppressed', 'delivery.bounced'],
  onError: 'halt',
  converges: true,
  async handle(events, { tx }) {
    for (const { type, version, data, occurredAt: at } of events) {
      if (data.requestedBy !== 'secrets') continue;
      await applyDeliveryOutcome(tx, { deliveryId: data.deliveryId, version, status: statuses[type], at });
    }
  },
};
