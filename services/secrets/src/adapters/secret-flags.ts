import type { SecretBinding } from '../use-cases/secret/secret-cipher.ts';

type Flags = Pick<SecretBinding, 'hasPassphrase' | 'isVerification' | 'isTruncated'>;

/**
 * Bits of `secret.flags`, which the ciphertexts are bound to. 8 is reserved for end-to-end mode (a second key in the
 * fragment).
 */
export const secretFlags: Readonly<Record<keyof Flags, number>> = {
  hasPassphrase: 1,
  isVerification: 2,
  isTruncated: 4,
};

export function bitsOf({ hasPassphrase, isVerification, isTruncated }: Flags): number {
  return (
    (hasPassphrase ? secretFlags.hasPassphrase : 0) |
    (isVerification ? secretFlags.isVerification : 0) |
    (isTruncated ? secretFlags.isTruncated : 0)
  );
}

export function flagsOf(bits: number): Flags {
  return {
    hasPassphrase: (bits & secretFlags.hasPassphrase) !== 0,
    isVerification: (bits & secretFlags.isVerification) !== 0,
    isTruncated: (bits & secretFlags.isTruncated) !== 0,
  };
}
