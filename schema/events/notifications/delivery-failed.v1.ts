import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** Given up: after all tries, or refused for good. */
export const deliveryFailedData = z.object({
  deliveryId: classed('internal', z.uuid()),
  template: classed(
    'tenant',
    z.enum([
      'secret-link',
      'incoming',
      'verify-account',
      'account-exists',
      'password-reset',
      'password-changed',
      'two-step-removed',
    ]),
  ),
  attempt: classed('internal', z.int().min(0)),
  reasonCode: classed('internal', z.string().max(40).optional()),
  requestedBy: classed('internal', z.enum(['secrets', 'accounts'])),
});

export const deliveryFailedV1 = envelopeOf('delivery.failed', 1, deliveryFailedData);

export interface DeliveryFailed {
  readonly type: 'delivery.failed';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof deliveryFailedData>>;
}
