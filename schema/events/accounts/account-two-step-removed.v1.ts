import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** An operator turned two-step sign-in off (`security.totp_changed` says when); its owner is told by email. */
export const accountTwoStepRemovedData = z.object({
  accountRef: classed('tenant', z.uuid()),
  deliveryId: classed('internal', z.uuid()),
});

export const accountTwoStepRemovedV1 = envelopeOf('account.two_step_removed', 1, accountTwoStepRemovedData);

export interface AccountTwoStepRemoved {
  readonly type: 'account.two_step_removed';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof accountTwoStepRemovedData>>;
}
