import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** Failed sign-ins of a known account, counted per window. */
export const securitySignInFailedData = z.object({
  accountRef: classed('tenant', z.uuid()),
  count: classed('tenant', z.int().positive()),
  windowStart: classed('tenant', z.iso.datetime()),
  reasonCode: classed('internal', z.enum(['password', 'code', 'locked'])),
});

export const securitySignInFailedV1 = envelopeOf('security.sign_in_failed', 1, securitySignInFailedData);

export interface SecuritySignInFailed {
  readonly type: 'security.sign_in_failed';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof securitySignInFailedData>>;
}
