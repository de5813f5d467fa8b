import { z } from 'zod';
import { classed } from '../field-class.ts';

/** What became of one email: the same shape for every outcome, which is named by the event's type. */
export const deliveryOutcomeData = z.object({
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
      'interception-suspected',
    ]),
  ),
  attempt: classed('internal', z.int().min(0)),
  reasonCode: classed('internal', z.string().max(40).optional()),
  requestedBy: classed('internal', z.enum(['secrets', 'accounts'])),
});

export type DeliveryOutcomeData = Readonly<z.infer<typeof deliveryOutcomeData>>;
