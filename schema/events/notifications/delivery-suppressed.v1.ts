import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** Not sent, because what it was about had ended. */
export const deliverySuppressedData = z.object({
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

export const deliverySuppressedV1 = envelopeOf('delivery.suppressed', 1, deliverySuppressedData);

export interface DeliverySuppressed {
  readonly type: 'delivery.suppressed';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof deliverySuppressedData>>;
}
