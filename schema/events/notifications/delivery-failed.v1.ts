import { envelopeOf } from '../envelope.ts';
import { type DeliveryOutcomeData, deliveryOutcomeData } from './delivery-outcome.ts';

/** Given up: after all tries, or refused for good. */
export const deliveryFailedV1 = envelopeOf('delivery.failed', 1, deliveryOutcomeData);

export interface DeliveryFailed {
  readonly type: 'delivery.failed';
  readonly schemaVersion: 1;
  readonly data: DeliveryOutcomeData;
}
