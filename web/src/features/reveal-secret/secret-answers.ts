/** What the server tells about a link before it is opened. Never content. */
export interface GateAnswer {
  readonly record: { readonly has_passphrase: boolean; readonly verification: boolean; readonly is_owner: boolean };
}

/** The one answer that carries content. */
export interface RevealAnswer {
  readonly record: {
    readonly secret_value?: string;
    readonly is_truncated: boolean | null;
    readonly original_size: number | null;
  };
  readonly details: { readonly display_lines: number; readonly is_owner: boolean; readonly verification: boolean };
}

/** A link that can still be opened. */
export interface Gate {
  readonly hasPassphrase: boolean;
  readonly needsVerification: boolean;
  readonly isOwner: boolean;
}

/** An opened message, as the page shows it. */
export interface RevealedSecret {
  readonly value: string;
  readonly displayLines: number;
  readonly isOwner: boolean;
  /** Opening it verified an account. */
  readonly isVerification: boolean;
  /** Characters before the sender's limit cut it; null when it is whole. */
  readonly originalSize: number | null;
}
