import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** The recipient's server accepted the email. */
export const deliverySentData = z.object({
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

export const deliverySentV1 = envelopeOf('delivery.sent', 1, deliverySentData);

export interface DeliverySent {
  readonly type: 'delivery.sent';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof deliverySentData>>;
}
