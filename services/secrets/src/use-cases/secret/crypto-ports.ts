import type { SecretKind } from '../../domain/secret/secret.ts';

/**
 * The crypto a use case may ask for. Implemented in `adapters/crypto`; recipes and labels are pinned in security 3.
 * L = secret key (link key), M = metadata key, T = claim token (`Idempotency-Key`). Buffers are wiped by whoever made them.
 */

/** Keys of a new secret: returned once, never stored in clear (but `ownerHandle`, which alone grants nothing). */
export interface SecretKeys {
  /** UUIDv7, the stream; internal. */
  readonly secretId: string;
  readonly secretKey: string;
  readonly metadataKey: string;
  readonly ownerHandle: string;
}

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

/** What a secret becomes at rest. Sizes: security 3.2. */
export interface SealedSecret {
  readonly ct: Buffer;
  readonly outer: Buffer;
  readonly kekVersion: number;
  readonly wshard: Buffer;
  readonly epoch: number;
  readonly linkbox: Buffer;
}

/** The stored parts a reveal needs. */
export type StoredContent = Omit<SealedSecret, 'linkbox'>;

export interface KeyDerivation {
  lookupOf(secretKey: string): Buffer;
  shortOf(secretKey: string): string;
  metadataLookupOf(metadataKey: string): Buffer;
  metadataShortOf(metadataKey: string): string;
  /** H(T), the only trace of a claim token. */
  tokenHashOf(claimToken: string): Buffer;
  newKeys(): SecretKeys;
  isKey(text: string): boolean;
}

export interface SecretCipher {
  /** Seals with the current KEK and epoch key. `passphraseKey` (32 bytes) exactly when the binding has a passphrase. */
  seal(input: {
    keys: SecretKeys;
    plaintext: Buffer;
    passphraseKey: Buffer | null;
    binding: SecretBinding;
  }): SealedSecret;
  /**
   * Opens a secret. `wrong-passphrase` when the key commitment does not match (and a passphrase is set);
   * throws `KeyGone` when a stored key version or epoch is not loaded, `Undecryptable` for anything else.
   */
  open(input: {
    secretKey: string;
    stored: StoredContent;
    passphraseKey: Buffer | null;
    binding: SecretBinding;
  }): { readonly kind: 'opened'; readonly plaintext: Buffer } | { readonly kind: 'wrong-passphrase' };
  /** Opens the link box for the holder of the metadata key: the secret key. Throws like `open`. */
  openLink(input: {
    metadataKey: string;
    linkbox: Buffer;
    kekVersion: number;
    wshard: Buffer;
    epoch: number;
    binding: SecretBinding;
  }): string;
  sealRedelivery(input: { claimToken: string; secretKey: string; plaintext: Buffer; binding: SecretBinding }): {
    readonly epoch: number;
    readonly rblob: Buffer;
  };
  openRedelivery(input: {
    claimToken: string;
    secretKey: string;
    epoch: number;
    rblob: Buffer;
    binding: SecretBinding;
  }): Buffer;
  /** Seals a conceal's answer under its Idempotency-Key and the epoch key, bound to an HMAC of the request's fields. */
  sealReplay(input: { idempotencyKey: string; lookup: Buffer; fields: Buffer; answer: Buffer }): {
    readonly epoch: number;
    readonly sealed: Buffer;
  };
  /** The answer, or `mismatch` when the request's fields differ. Throws `KeyGone` like `open`. */
  openReplay(input: {
    idempotencyKey: string;
    lookup: Buffer;
    fields: Buffer;
    epoch: number;
    sealed: Buffer;
  }): { readonly kind: 'opened'; readonly answer: Buffer } | { readonly kind: 'mismatch' };
}

/** A key named by a row is not loaded: reload the key ring and re-read the row once. */
export class KeyGone extends Error {
  override readonly name = 'KeyGone';
}

/** Wrong keys or a corrupt row: 503, an alarm, and the secret stays as it is. */
export class Undecryptable extends Error {
  override readonly name = 'Undecryptable';
}

/** argon2id off the event loop, under a semaphore as wide as the machine with a short queue. */
export interface PassphraseKdf {
  /**
   * Takes a place first (none: `OutageError('argon2')`, nothing was done), then runs the work with it.
   * `derive` gives 32 bytes; NFKC, salted by the secret key, peppered.
   */
  withPlace<R>(work: (derive: (passphrase: string, secretKey: string) => Promise<Buffer>) => Promise<R>): Promise<R>;
}

/** Which keys are loaded and current. */
export interface KeyRing {
  /** Versions new rows use. Throws `OutageError('keys')` when sealed. */
  current(): { readonly kekVersion: number; readonly epoch: number };
  /** Loads what the epoch table names and wipes what is neither current nor retiring. */
  reload(): Promise<void>;
  /** Null when it works; else why not, for operators. */
  sealedReason(): string | null;
}
