/** The keys in memory, as the ciphers take them. Buffers stay the ring's: never keep, change or wipe them. */
export interface KeyMaterial {
  /** Versions that new rows use. Throws `OutageError('keys')` when sealed. */
  current(): { readonly kekVersion: number; readonly epoch: number };
  /** Throws `KeyGone` when this version is not loaded. */
  kek(version: number): Buffer;
  /** Throws `KeyGone` when this epoch's key is not loaded. */
  erk(epoch: number): Buffer;
  /** The argon2 pepper. Throws `OutageError('keys')` when sealed. */
  pepper(): Buffer;
}
