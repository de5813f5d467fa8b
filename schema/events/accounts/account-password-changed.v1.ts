import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** By its owner or by a reset link; the owner is told by email. */
export const accountPasswordChangedData = z.object({
  accountRef: classed('tenant', z.uuid()),
  deliveryId: classed('internal', z.uuid().optional()),
});

export const accountPasswordChangedV1 = envelopeOf('account.password_changed', 1, accountPasswordChangedData);

export interface AccountPasswordChanged {
  readonly type: 'account.password_changed';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof accountPasswordChangedData>>;
}
