export interface StoredPassword {
  readonly salt: Buffer;
  readonly digest: Buffer;
}

/** The password of an account. */
export interface AccountPassword extends StoredPassword {
  /**
   * The hash that the server made which the account was imported from, sealed. While it is there it is what a password is
   * checked against, and salt and digest fit no password; the first sign-in puts ours in its place.
   */
  readonly foreign: Buffer | null;
}

export interface PasswordHasher {
  hash(password: string): Promise<StoredPassword>;
  /** Ours for a password that fitted a foreign hash: of what its owner goes on typing, without what was no part of it there. */
  rehash(password: string): Promise<StoredPassword>;
  /** `null`: there is no account; the same work, and never right. */
  verify(password: string, stored: AccountPassword | null): Promise<boolean>;
  /** What is kept of a hash that another server made; null or one that we cannot check: no password will fit. */
  keepForeign(hash: string | null): AccountPassword;
}
