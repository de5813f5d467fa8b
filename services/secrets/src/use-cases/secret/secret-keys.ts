/** Keys of a new secret: returned once, never stored in clear (but `ownerHandle`, which alone grants nothing). */
export interface SecretKeys {
  /** UUIDv7, the stream; internal. */
  readonly secretId: string;
  readonly secretKey: string;
  readonly metadataKey: string;
  readonly ownerHandle: string;
}

/** What a new secret is found by and called: hashes of its keys. */
export interface SecretNames {
  /** 32 bytes each. */
  readonly lookup: Buffer;
  readonly metadataLookup: Buffer;
  /** 8 characters each, for people. */
  readonly shortkey: string;
  readonly metadataShortkey: string;
}

/** Makes keys, and finds secrets by them without storing them. */
export interface KeyDerivation {
  /** Where a secret key would be found. A malformed key costs the same and finds nothing. */
  lookupOf(secretKey: string): Buffer;
  /** The same for metadata keys. */
  metadataLookupOf(metadataKey: string): Buffer;
  /** H(T), the only trace of a claim token. */
  tokenHashOf(claimToken: string): Buffer;
  newKeys(): SecretKeys;
  namesOf(keys: SecretKeys): SecretNames;
  isKey(text: string): boolean;
}
