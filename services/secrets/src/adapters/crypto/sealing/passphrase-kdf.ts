import { join, sha256 } from '@onceover/service-kit/crypto';
import { createPasswordHashing } from '@onceover/service-kit/password-hashing';
import type { PassphraseKdf } from '../../../use-cases/secret/secret-cipher.ts';
import { LABELS } from './labels.ts';
import type { KeyMaterial } from './under-epoch.ts';

const SALT_BYTES = 16;

/**
 * PK = argon2id(NFKC(passphrase), salt = H("onceover/v1/pp-salt" ‖ L)[0..16], secret = pepper), 32 bytes.
 *
 * Refuses  `OutageError('argon2')` when too many wait, `OutageError('keys')` when sealed
 * Source   security 3.2, 3.7
 */
export function createPassphraseKdf(keys: KeyMaterial): PassphraseKdf {
  const hashing = createPasswordHashing();
  return {
    withPlace: (work) =>
      hashing.withPlace((hash) =>
        work((passphrase, secretKey) => {
          const salt = sha256(join(LABELS.passphraseSalt, secretKey)).subarray(0, SALT_BYTES);
          return hash({ password: passphrase, salt, pepper: keys.pepper() });
        }),
      ),
  };
}
