import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** Closed; its personal data is gone. */
export const accountErasedData = z.object({
  accountRef: classed('tenant', z.uuid()),
});

export const accountErasedV1 = envelopeOf('account.erased', 1, accountErasedData);

export interface AccountErased {
  readonly type: 'account.erased';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof accountErasedData>>;
}
