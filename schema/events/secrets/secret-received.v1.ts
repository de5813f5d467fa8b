import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** A secret was opened by its one claimant; its content was deleted in the same commit. */
export const secretReceivedData = z.object({
  by: classed('public', z.enum(['owner', 'authenticated', 'anonymous'])),
  /** Only for viewers of the same tenant. */
  viewerRef: classed('tenant', z.uuid().optional()),
});

export const secretReceivedV1 = envelopeOf('secret.received', 1, secretReceivedData);

export interface SecretReceived {
  readonly type: 'secret.received';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof secretReceivedData>>;
}
