import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';

/** The reader's browser said that the content had arrived; the redeliveries ended in the same commit. */
export const secretDeliveryConfirmedData = z.object({});

export const secretDeliveryConfirmedV1 = envelopeOf('secret.delivery_confirmed', 1, secretDeliveryConfirmedData);

export interface SecretDeliveryConfirmed {
  readonly type: 'secret.delivery_confirmed';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof secretDeliveryConfirmedData>>;
}
