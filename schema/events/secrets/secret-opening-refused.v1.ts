import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/**
 * Why a link was not opened although its secret exists: it came too late, its passphrase was wrong, or it was not looked at
 * because of the wrong passphrases before.
 */
export const refusedOpeningReason = z.enum(['late', 'wrong-passphrase', 'locked']);
export type RefusedOpeningReason = z.infer<typeof refusedOpeningReason>;

/**
 * Somebody tried in vain to open a secret, counted for each reason: written at the 1st, 10th, 50th and 100th, then at most
 * once an hour. It may come after the ending of its stream.
 */
export const secretOpeningRefusedData = z.object({
  secretId: classed('tenant', z.uuid()),
  reason: classed('public', refusedOpeningReason),
  /** All of this reason in the life of the secret, this one included. */
  count: classed('tenant', z.int().positive()),
  /** When the first of them was. */
  windowStart: classed('tenant', z.iso.datetime()),
});

export const secretOpeningRefusedV1 = envelopeOf('secret.opening_refused', 1, secretOpeningRefusedData);

export interface SecretOpeningRefused {
  readonly type: 'secret.opening_refused';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof secretOpeningRefusedData>>;
}
