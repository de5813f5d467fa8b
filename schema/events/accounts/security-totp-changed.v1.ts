import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** Two-step sign-in was turned on or off. */
export const securityTotpChangedData = z.object({
  accountRef: classed('tenant', z.uuid()),
  enabled: classed('tenant', z.boolean()),
});

export const securityTotpChangedV1 = envelopeOf('security.totp_changed', 1, securityTotpChangedData);

export interface SecurityTotpChanged {
  readonly type: 'security.totp_changed';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof securityTotpChangedData>>;
}
