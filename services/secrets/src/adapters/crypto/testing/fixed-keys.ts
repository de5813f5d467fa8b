import { KeyGone } from '../../../use-cases/secret/with-loaded-keys.ts';
import { deriveEpochKey, type KeyMaterial } from '../sealing/under-epoch.ts';

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
