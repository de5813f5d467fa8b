import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** Its address was verified. */
export const accountVerifiedData = z.object({
  accountRef: classed('tenant', z.uuid()),
});

export const accountVerifiedV1 = envelopeOf('account.verified', 1, accountVerifiedData);

export interface AccountVerified {
  readonly type: 'account.verified';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof accountVerifiedData>>;
}
