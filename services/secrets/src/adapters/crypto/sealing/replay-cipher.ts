import { hkdf, hmac, isEqual, join, open, type RandomBytes, seal } from '@onceover/service-kit/crypto';
import type { ReplayCipher } from '../../../use-cases/conceal/replay-conceal.ts';
import { LABELS, textBytes } from './labels.ts';
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

const HASH_BYTES = 32;

/**
 * A conceal's answer for a replay with the same `Idempotency-Key` I (the links, and a generated value):
 *
 *   F      = HMAC(KDF(I, lookup, "onceover/v1/replay-fields"), fields)
 *   inner  = AEAD(KDF(I, lookup, "onceover/v1/replay"), pad(F, answer), "onceover/v1/replay" ‖ lookup)
 *   sealed = AEAD(EK_e, inner, "replay" ‖ lookup ‖ e)
 *
 * F tells a replay from another request under the same key without storing what was asked. `fields` are bytes the
 * caller joins with their lengths. The first 32 bytes of the padded content are F, the rest is the answer.
 */
export function createReplayCipher(keys: KeyMaterial, random: RandomBytes): ReplayCipher {
  return {
    sealReplay({ idempotencyKey, lookup, fields, answer }) {
      using scratch = new Scratch();
      const under = currentKeyOf(keys);
      const { replayKey, fieldsHash } = replayKeys(scratch, idempotencyKey, lookup, fields);
      const content = scratch.keep(pad(scratch.keep(Buffer.concat([fieldsHash, answer]))));
      const inner = scratch.keep(seal(replayKey, content, join(LABELS.replay, lookup), random));
      return { epoch: under.number, sealed: sealUnder(under, 'replay', lookup, inner, random) };
    },
    openReplay({ idempotencyKey, lookup, fields, epoch, sealed }) {
      using scratch = new Scratch();
      const under = keyOfEpoch(keys, epoch);
      return undecryptableIfForged(() => {
        const inner = scratch.keep(openUnder(under, 'replay', lookup, sealed));
        const { replayKey, fieldsHash } = replayKeys(scratch, idempotencyKey, lookup, fields);
        const content = unpad(scratch.keep(open(replayKey, inner, join(LABELS.replay, lookup))));
        if (!isEqual(fieldsHash, content.subarray(0, HASH_BYTES))) return { kind: 'mismatch' };
        return { kind: 'opened', answer: Buffer.from(content.subarray(HASH_BYTES)) };
      });
    },
  };
}

function replayKeys(
  scratch: Scratch,
  idempotencyKey: string,
  lookup: Buffer,
  fields: Buffer,
): { replayKey: Buffer; fieldsHash: Buffer } {
  const material = scratch.keep(textBytes(idempotencyKey));
  const fieldsKey = scratch.keep(hkdf(material, lookup, LABELS.replayFields));
  return {
    replayKey: scratch.keep(hkdf(material, lookup, LABELS.replay)),
    fieldsHash: scratch.keep(hmac(fieldsKey, fields)),
  };
}
