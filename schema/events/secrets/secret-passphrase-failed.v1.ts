import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** Wrong passphrases of an owned secret, counted; at the 10th, the 50th and when it locks. */
export const secretPassphraseFailedData = z.object({
  secretId: classed('tenant', z.uuid()),
  ownerRef: classed('tenant', z.uuid()),
  count: classed('tenant', z.int().positive()),
  windowStart: classed('tenant', z.iso.datetime()),
  locked: classed('tenant', z.boolean()),
});

export const secretPassphraseFailedV1 = envelopeOf('secret.passphrase_failed', 1, secretPassphraseFailedData);

export interface SecretPassphraseFailed {
  readonly type: 'secret.passphrase_failed';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof secretPassphraseFailedData>>;
}
