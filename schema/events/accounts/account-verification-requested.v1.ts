import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** The verification email was requested again. */
export const accountVerificationRequestedData = z.object({
  accountRef: classed('tenant', z.uuid()),
  deliveryId: classed('internal', z.uuid()),
});

export const accountVerificationRequestedV1 = envelopeOf(
  'account.verification_requested',
  1,
  accountVerificationRequestedData,
);

export interface AccountVerificationRequested {
  readonly type: 'account.verification_requested';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof accountVerificationRequestedData>>;
}
