import { AuthenticationFailed, join, open, randomBytes, seal } from '@onceover/service-kit/crypto';
import type { LabelCipher } from '../../../use-cases/label/label-secret.ts';
import { LABELS } from './labels.ts';
import { pad, unpad } from './padding.ts';
import { Scratch } from './scratch.ts';

const KEY_BYTES = 32;

/**
 * Owners' private labels, sealed as accounts seals personal data: under a data key per owner, which is stored wrapped and
 * deleted with the account.
 *
 *   ownerKey = AEAD(K, D, "onceover/v1/label-key" ‖ owner)                           60 bytes; K is `label.key`
 *   sealed   = AEAD(D, pad(label), "onceover/v1/label" ‖ owner ‖ secret)
 *
 * A label outlives its secret and its epoch, so neither the epoch's key nor anything of the link takes part.
 */
export function createLabelCipher(wrapping: () => Buffer): LabelCipher {
  const keyContext = (ownerRef: string) => join(LABELS.labelKey, ownerRef);
  const labelContext = (ownerRef: string, secretId: string) => join(LABELS.label, ownerRef, secretId);
  return {
    newOwnerKey(ownerRef) {
      using scratch = new Scratch();
      return seal(wrapping(), scratch.keep(randomBytes(KEY_BYTES)), keyContext(ownerRef), randomBytes);
    },
    seal({ ownerRef, secretId, ownerKey, label }) {
      using scratch = new Scratch();
      const key = scratch.keep(open(wrapping(), ownerKey, keyContext(ownerRef)));
      const padded = scratch.keep(pad(scratch.keep(Buffer.from(label, 'utf8'))));
      return seal(key, padded, labelContext(ownerRef, secretId), randomBytes);
    },
    open({ ownerRef, secretId, ownerKey, sealed }) {
      using scratch = new Scratch();
      try {
        const key = scratch.keep(open(wrapping(), ownerKey, keyContext(ownerRef)));
        return unpad(scratch.keep(open(key, sealed, labelContext(ownerRef, secretId)))).toString('utf8');
      } catch (error) {
        if (error instanceof AuthenticationFailed || error instanceof RangeError) return null;
        throw error;
      }
    },
  };
}
