import { hkdf, join, open, type RandomBytes, seal } from '@onceover/service-kit/crypto';
import type { RedeliveryCipher } from '../../../use-cases/reveal/redelivery.ts';
import { bindingBytes } from './binding-bytes.ts';
import { LABELS } from './labels.ts';
import { pad, unpad } from './padding.ts';
import { Scratch } from './scratch.ts';
import {
  currentKeyOf,
  type KeyMaterial,
  keyOfEpoch,
  openUnder,
  sealUnder,
  undecryptableIfForged,
} from './under-epoch.ts';

/**
 * A claimed secret for the claimant's next try:
 *
 *   rblob = AEAD(EK_e, AEAD(KDF(T ‖ L, lookup, "onceover/v1/redeliver"), pad(plaintext), meta), "redeliver" ‖ lookup ‖ e)
 *
 * It needs the claim token, which is stored nowhere.
 */
export function createRedeliveryCipher(keys: KeyMaterial, random: RandomBytes): RedeliveryCipher {
  return {
    sealRedelivery({ claimToken, secretKey, plaintext, binding }) {
      using scratch = new Scratch();
      const under = currentKeyOf(keys);
      const claimKey = claimKeyOf(scratch, claimToken, secretKey, binding.lookup);
      const inner = scratch.keep(seal(claimKey, scratch.keep(pad(plaintext)), bindingBytes(binding), random));
      return { epoch: under.number, rblob: sealUnder(under, 'redeliver', binding.lookup, inner, random) };
    },
    openRedelivery({ claimToken, secretKey, epoch, rblob, binding }) {
      using scratch = new Scratch();
      const under = keyOfEpoch(keys, epoch);
      return undecryptableIfForged(() => {
        const inner = scratch.keep(openUnder(under, 'redeliver', binding.lookup, rblob));
        const claimKey = claimKeyOf(scratch, claimToken, secretKey, binding.lookup);
        return unpad(open(claimKey, inner, bindingBytes(binding)));
      });
    },
  };
}

function claimKeyOf(scratch: Scratch, claimToken: string, secretKey: string, lookup: Buffer): Buffer {
  return scratch.keep(hkdf(scratch.keep(join(claimToken, secretKey)), lookup, LABELS.redeliver));
}
