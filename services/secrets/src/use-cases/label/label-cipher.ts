/** A label as it is stored: under its owner's key, which is wrapped itself. */
export interface SealedLabel {
  /** The owner's data key, wrapped, 60 bytes. */
  readonly ownerKey: Buffer;
  readonly sealed: Buffer;
}

/** Seals labels under a key per owner, which is deleted with the account. */
export interface LabelCipher {
  /** A new data key for an owner, wrapped. */
  newOwnerKey(ownerRef: string): Buffer;
  seal(input: { ownerRef: string; secretId: string; ownerKey: Buffer; label: string }): Buffer;
  /** Null when it does not open: it is another secret's, or damaged. */
  open(input: SealedLabel & { ownerRef: string; secretId: string }): string | null;
}
