import { envelopeOf } from '../envelope.ts';
import { type DeliveryOutcomeData, deliveryOutcomeData } from './delivery-outcome.ts';

/** Not sent, because what it was about had ended. */
export const deliverySuppressedV1 = envelopeOf('delivery.suppressed', 1, deliveryOutcomeData);

export interface DeliverySuppressed {
  readonly type: 'delivery.suppressed';
  readonly schemaVersion: 1;
  readonly data: DeliveryOutcomeData;
}
