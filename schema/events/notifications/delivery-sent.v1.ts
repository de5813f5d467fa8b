import { envelopeOf } from '../envelope.ts';
import { type DeliveryOutcomeData, deliveryOutcomeData } from './delivery-outcome.ts';

/** The recipient's server accepted the email. */
export const deliverySentV1 = envelopeOf('delivery.sent', 1, deliveryOutcomeData);

export interface DeliverySent {
  readonly type: 'delivery.sent';
  readonly schemaVersion: 1;
  readonly data: DeliveryOutcomeData;
}
