import { KeyGone } from '../../../use-cases/secret/with-loaded-keys.ts';
import type { KeyMaterial } from '../sealing/key-layers.ts';

/** Keys made of one repeated byte each; one version, one epoch, for tests without files or a database. */
export function fixedKeys(given: { kekVersion?: number; epoch?: number; fill?: number } = {}): KeyMaterial {
  const { kekVersion = 3, epoch = 7, fill = 0xa0 } = given;
  const kek = Buffer.alloc(32, fill + 1);
  const erk = Buffer.alloc(32, fill + 2);
  const pepper = Buffer.alloc(32, fill + 3);
  return {
    current: () => ({ kekVersion, epoch }),
    kek: (version) => only(version === kekVersion, kek),
    erk: (number) => only(number === epoch, erk),
    pepper: () => pepper,
  };
}

function only(isLoaded: boolean, key: Buffer): Buffer {
  if (!isLoaded) throw new KeyGone('not one of the fixed keys');
  return key;
}
