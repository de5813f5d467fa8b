export interface Gate {
  readonly hasPassphrase: boolean;
  readonly needsVerification: boolean;
  readonly isOwner: boolean;
}

export interface RevealedSecret {
  readonly value: string;
  readonly displayLines: number;
  readonly isOwner: boolean;
  /** Opening it verified an account. */
  readonly isVerification: boolean;
  /** Characters before the sender's limit cut it; null when it is whole. */
  readonly originalSize: number | null;
}
