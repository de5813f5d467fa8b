import type { ConsumerDefinition } from '@onceover/event-bus';
import { deliverySentData } from '@onceover/schema/events/notifications/delivery-sent.v1';
import { applyDeliveryOutcome } from '../projections/deliveries/deliveries.projection.ts';

const statuses = new Map([
  ['delivery.sent', 'sent'],
  ['delivery.failed', 'failed'],
  ['delivery.suppressed', 'suppressed'],
] as const);
type Ending = Parameters<typeof statuses.get>[0];

/** Records what became of emails, for the creator to see. All endings of a delivery carry the same data. */
export const onDeliveryEnded: ConsumerDefinition = {
  name: 'secrets.deliveries',
  version: 1,
  sources: ['notifications'],
  handles: [...statuses.keys()],
  onError: 'halt',
  converges: true,
  async handle(events, { tx }) {
    for (const { type, version, data, occurredAt: at } of events) {
      const status = statuses.get(type as Ending);
      const { deliveryId, requestedBy } = deliverySentData.pick({ deliveryId: true, requestedBy: true }).parse(data);
      if (status === undefined || requestedBy !== 'secrets') continue;
      await applyDeliveryOutcome(tx, { deliveryId, version, status, at });
    }
  },
};
