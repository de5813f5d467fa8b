import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** Somebody signed up with the address of this account; its owner is told by email. */
export const accountSignUpRepeatedData = z.object({
  accountRef: classed('tenant', z.uuid()),
  deliveryId: classed('internal', z.uuid()),
});

export const accountSignUpRepeatedV1 = envelopeOf('account.sign_up_repeated', 1, accountSignUpRepeatedData);

export interface AccountSignUpRepeated {
  readonly type: 'account.sign_up_repeated';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof accountSignUpRepeatedData>>;
}
