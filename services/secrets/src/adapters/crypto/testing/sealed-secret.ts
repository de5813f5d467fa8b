import { type RandomBytes, randomBytes } from '@onceover/service-kit/crypto';
import type { SecretBinding, SecretCipher } from '../../../use-cases/secret/secret-cipher.ts';
import { createKeyDerivation } from '../sealing/key-derivation.ts';

/** A secret as it would be stored, with what its holders know. */
export type SealedFixture = ReturnType<typeof sealFixture>;

const CREATED_AT = new Date('2026-11-21T12:00:00.123Z');
const EXPIRES_AT = new Date('2026-11-28T12:00:00.123Z');

/** The binding of a plain share; say what differs. */
export function bindingOf(secretKey: string, given: Partial<SecretBinding> = {}): SecretBinding {
  return {
    kind: 'share',
    lookup: createKeyDerivation().lookupOf(secretKey),
    ownerRef: null,
    shareDomainId: null,
    createdAt: CREATED_AT,
    expiresAt: EXPIRES_AT,
    hasPassphrase: false,
    isVerification: false,
    isTruncated: false,
    kdf: 1,
    ...given,
  };
}

/** Seals a fresh secret; a passphrase key makes it one with a passphrase. */
export function sealFixture(
  cipher: SecretCipher,
  given: {
    plaintext?: Buffer;
    passphraseKey?: Buffer | null;
    binding?: Partial<SecretBinding>;
    random?: RandomBytes;
  } = {},
) {
  const { plaintext = Buffer.from('a secret'), passphraseKey = null, random = randomBytes } = given;
  const derivation = createKeyDerivation(random);
  const keys = derivation.newKeys();
  const names = derivation.namesOf(keys);
  const binding = bindingOf(keys.secretKey, { hasPassphrase: passphraseKey !== null, ...given.binding });
  const sealed = cipher.seal({ keys, names, plaintext, passphraseKey, binding });
  return { keys, names, binding, plaintext, passphraseKey, sealed };
}
