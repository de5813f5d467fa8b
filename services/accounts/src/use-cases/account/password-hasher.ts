export interface StoredPassword {
  readonly salt: Buffer;
  readonly digest: Buffer;
}

export interface PasswordHasher {
  hash(password: string): Promise<StoredPassword>;
  /** `null`: there is no account; the same work, and never right. */
  verify(password: string, stored: StoredPassword | null): Promise<boolean>;
}
