import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** A session was ended by its own sign-out. */
export const securitySignedOutData = z.object({
  accountRef: classed('tenant', z.uuid()),
});

export const securitySignedOutV1 = envelopeOf('security.signed_out', 1, securitySignedOutData);

export interface SecuritySignedOut {
  readonly type: 'security.signed_out';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof securitySignedOutData>>;
}
