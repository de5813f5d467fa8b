import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** A sign-in that succeeded. */
export const securitySignedInData = z.object({
  accountRef: classed('tenant', z.uuid()),
  method: classed('tenant', z.enum(['password', 'password-and-code', 'remember-me'])),
  newDevice: classed('tenant', z.boolean()),
});

export const securitySignedInV1 = envelopeOf('security.signed_in', 1, securitySignedInData);

export interface SecuritySignedIn {
  readonly type: 'security.signed_in';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof securitySignedInData>>;
}
