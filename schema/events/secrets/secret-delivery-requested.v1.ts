import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** An email with the share link was requested, one for each recipient. Who gets it is in a sealed envelope, not here. */
export const secretDeliveryRequestedData = z.object({
  deliveryId: classed('internal', z.uuid()),
  channel: classed('tenant', z.literal('mail')),
});

export const secretDeliveryRequestedV1 = envelopeOf('secret.delivery_requested', 1, secretDeliveryRequestedData);

export interface SecretDeliveryRequested {
  readonly type: 'secret.delivery_requested';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof secretDeliveryRequestedData>>;
}
