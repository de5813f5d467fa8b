import { deriveEpochKey } from '@onceover/key-store/derivation';
import type { RandomBytes } from '@onceover/service-kit/crypto';
import { KeyGone } from '../../../use-cases/secret/with-loaded-keys.ts';
import type { KeyMaterial } from '../sealing/under-epoch.ts';

/** Server keys of one repeated byte each. */
export const FIXED = {
  kek: Buffer.alloc(32, 0xa1),
  erk: Buffer.alloc(32, 0xa2),
  pepper: Buffer.alloc(32, 0xa3),
} as const;

/** Epoch 7, and no other, from `FIXED`; say which key differs. For tests without files or a database. */
export function fixedKeys(given: Partial<Record<keyof typeof FIXED, Buffer>> = {}): KeyMaterial {
  const { kek, erk, pepper } = { ...FIXED, ...given };
  const epochKey = deriveEpochKey(7, erk, kek);
  return {
    current: () => ({ epoch: 7 }),
    epochKey(epoch) {
      if (epoch !== 7) throw new KeyGone('not the fixed epoch');
      return epochKey;
    },
    pepper: () => pepper,
  };
}

/** "Random" bytes for vectors: 00 01 02 … ff 00 …, going on from draw to draw. Anybody can make them again by hand. */
export function countingBytes(): RandomBytes {
  let next = 0;
  return (size) => {
    const bytes = Buffer.alloc(size);
    for (let index = 0; index < size; index += 1) bytes[index] = next++ & 0xff;
    return bytes;
  };
}
