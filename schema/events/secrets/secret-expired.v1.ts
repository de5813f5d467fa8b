import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';

/** A secret's lifetime ended before anybody opened it. */
export const secretExpiredData = z.object({});

export const secretExpiredV1 = envelopeOf('secret.expired', 1, secretExpiredData);

export interface SecretExpired {
  readonly type: 'secret.expired';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof secretExpiredData>>;
}
