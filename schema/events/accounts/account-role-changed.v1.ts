import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** Given or taken by an operator on the command line. */
export const accountRoleChangedData = z.object({
  accountRef: classed('tenant', z.uuid()),
  role: classed('internal', z.enum(['customer', 'colonel'])),
});

export const accountRoleChangedV1 = envelopeOf('account.role_changed', 1, accountRoleChangedData);

export interface AccountRoleChanged {
  readonly type: 'account.role_changed';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof accountRoleChangedData>>;
}
