import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** A secret was deleted before anybody opened it. */
export const secretBurnedData = z.object({
  by: classed('public', z.enum(['owner', 'authenticated', 'anonymous'])),
});

export const secretBurnedV1 = envelopeOf('secret.burned', 1, secretBurnedData);

export interface SecretBurned {
  readonly type: 'secret.burned';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof secretBurnedData>>;
}
