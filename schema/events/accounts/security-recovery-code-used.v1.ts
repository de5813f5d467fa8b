import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** A recovery code took the place of the six digits; it never works again. */
export const securityRecoveryCodeUsedData = z.object({
  accountRef: classed('tenant', z.uuid()),
});

export const securityRecoveryCodeUsedV1 = envelopeOf('security.recovery_code_used', 1, securityRecoveryCodeUsedData);

export interface SecurityRecoveryCodeUsed {
  readonly type: 'security.recovery_code_used';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof securityRecoveryCodeUsedData>>;
}
