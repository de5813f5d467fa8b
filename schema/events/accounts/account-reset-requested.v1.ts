import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** A password reset link is wanted. */
export const accountResetRequestedData = z.object({
  accountRef: classed('tenant', z.uuid()),
  deliveryId: classed('internal', z.uuid()),
});

export const accountResetRequestedV1 = envelopeOf('account.reset_requested', 1, accountResetRequestedData);

export interface AccountResetRequested {
  readonly type: 'account.reset_requested';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof accountResetRequestedData>>;
}
