import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';
import { deliveryOutcomeData } from './delivery-outcome.ts';

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
export const deliveryBouncedData = deliveryOutcomeData.extend({
  reasonCode: classed('internal', z.enum(bounceReasons)),
});

export const deliveryBouncedV1 = envelopeOf('delivery.bounced', 1, deliveryBouncedData);

export interface DeliveryBounced {
  readonly type: 'delivery.bounced';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof deliveryBouncedData>>;
}
