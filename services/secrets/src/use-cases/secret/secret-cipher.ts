import type { SecretKind } from '../../domain/secret/secret.ts';
import type { SecretKeys, SecretNames } from './secret-keys.ts';

/**
 * The crypto a use case may ask for. Implemented in `adapters/crypto`; recipes and labels are pinned in security 3.
 * L = secret key (link key), M = metadata key, T = claim token (`Idempotency-Key`). Buffers are wiped by whoever made them.
 */

/** Everything the ciphertexts are bound to as additional data; stored in clear beside them and immutable until the end. */
export interface SecretBinding {
  readonly kind: SecretKind;
  /** 32 bytes. */
  readonly lookup: Buffer;
  readonly ownerRef: string | null;
  readonly shareDomainId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly hasPassphrase: boolean;
  readonly isVerification: boolean;
  readonly isTruncated: boolean;
  /** Parameter set of the passphrase derivation; 1 = argon2id 19 MiB, t 2, p 1. */
  readonly kdf: number;
}

/** What a secret becomes at rest. Security 3.2. */
export interface SealedSecret {
  /** The key commitment, then the content: 60 bytes more than the padded text. */
  readonly ct: Buffer;
  /** The shard under the epoch's key, 60 bytes. */
  readonly wshard: Buffer;
  readonly epoch: number;
  /** The link under the metadata key, 59 bytes. */
  readonly linkbox: Buffer;
}

/** The stored parts a reveal needs. */
export type StoredContent = Omit<SealedSecret, 'linkbox'>;

/** The sealed link of a secret that can still be opened. */
export type SealedLink = Omit<SealedSecret, 'ct'>;

export interface SecretCipher {
  /** Seals under the current epoch. `passphraseKey` (32 bytes) exactly when the binding has a passphrase. */
  seal(input: {
    keys: SecretKeys;
    names: SecretNames;
    plaintext: Buffer;
    passphraseKey: Buffer | null;
    binding: SecretBinding;
  }): SealedSecret;
  /**
   * Opens a secret. `wrong-passphrase` when the key commitment does not match (and a passphrase is set);
   * throws `KeyGone` when the key of the stored epoch is not loaded, `Undecryptable` for anything else.
   */
  open(input: {
    secretKey: string;
    stored: StoredContent;
    passphraseKey: Buffer | null;
    binding: SecretBinding;
  }): { readonly kind: 'opened'; readonly plaintext: Buffer } | { readonly kind: 'wrong-passphrase' };
  /** Opens the link box for the holder of the metadata key: the secret key. Throws like `open`. */
  openLink(input: SealedLink & { metadataKey: string; binding: SecretBinding }): string;
}

/** argon2id off the event loop, under a semaphore as wide as the machine with a short queue. */
export interface PassphraseKdf {
  /**
   * Takes a place first (none: `OutageError('argon2')`, nothing was done), then runs the work with it.
   * `derive` gives 32 bytes; NFKC, salted by the secret key, peppered.
   */
  withPlace<R>(work: (derive: (passphrase: string, secretKey: string) => Promise<Buffer>) => Promise<R>): Promise<R>;
}
