import type { PlanId } from '@onceover/schema/plans';
import type { Tx } from './account-command.ts';
import type { AccountPassword, StoredPassword } from './password-hasher.ts';

/** An address and the key it is sealed under, itself wrapped. */
export interface SealedSubject {
  readonly wrappedKey: Buffer;
  readonly email: Buffer;
}

export interface AccountRecord {
  readonly accountRef: string;
  readonly emailHash: Buffer;
  readonly planId: PlanId;
  readonly role: 'customer' | 'colonel';
  readonly locale: string | null;
  readonly mailLocale: string;
  readonly isVerified: boolean;
  readonly isDisabled: boolean;
  readonly password: AccountPassword;
  readonly passwordVersion: number;
  /** Of the mark in the browser that signed up; null once the address is proven. */
  readonly markHash: Buffer | null;
  readonly isTwoStepOn: boolean;
  /** Wrong passwords in a row. */
  readonly failureStreak: number;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
  readonly sealed: SealedSubject;
}

/** A sign-up that waits for its address to be proven. */
export interface PendingSignUp {
  readonly accountRef: string;
  readonly planId: PlanId;
  readonly mailLocale: string;
  readonly password: StoredPassword;
  readonly markHash: Buffer;
  readonly at: Date;
}

export interface NewAccount extends PendingSignUp {
  readonly email: string;
}

/** A link that proves the address of an account, by the secret it opens and by the hash of the secret's key. */
export interface Verification {
  readonly secretId: string;
  readonly keyHash: Buffer;
  readonly accountRef: string;
  readonly until: Date;
}

export interface AccountBook {
  find(accountRef: string): Promise<AccountRecord | null>;
  findByEmail(email: string): Promise<AccountRecord | null>;
  emailOf(account: AccountRecord): string;
  findVerification(secretId: string): Promise<Verification | null>;
  /** Which of these secrets verify an account. */
  verificationsAmong(tx: Tx, secretIds: readonly string[]): Promise<readonly Verification[]>;
  findVerificationByKey(keyHash: Buffer): Promise<Verification | null>;
  findResetKey(keyHash: Buffer): Promise<{ accountRef: string; passwordVersion: number; until: Date } | null>;
  /** Accounts registered before that moment and never verified. */
  listUnverified(before: Date, limit: number): Promise<readonly string[]>;
  register(tx: Tx, account: NewAccount): Promise<void>;
  /**
   * Puts a newer sign-up in the place of one that was never proven; every link of the older one is over. False: it is
   * not newer, or the address was proven meanwhile.
   */
  replaceSignUp(tx: Tx, signUp: PendingSignUp): Promise<boolean>;
  /** Whether a command failed because the address has an account. */
  isEmailTaken(error: unknown): boolean;
  addVerification(tx: Tx, row: Verification): Promise<void>;
  /** False: a newer sign-up ended it, or it was used meanwhile. */
  takeVerification(tx: Tx, secretId: string): Promise<boolean>;
  setVerified(tx: Tx, accountRef: string): Promise<void>;
  setLocale(tx: Tx, accountRef: string, locale: string): Promise<void>;
  setPlan(tx: Tx, accountRef: string, planId: PlanId): Promise<void>;
  setRole(tx: Tx, accountRef: string, role: AccountRecord['role']): Promise<void>;
  setDisabled(tx: Tx, accountRef: string, isDisabled: boolean): Promise<void>;
  /** Locks the colonels whose accounts are not disabled until the commit; gives their references. */
  holdColonels(tx: Tx): Promise<readonly string[]>;
  setSignedIn(tx: Tx, accountRef: string, at: Date): Promise<void>;
  /** False: another password was set meanwhile. Reset keys made for the old one stop working, and marks of browsers. */
  setPassword(tx: Tx, accountRef: string, version: number, password: StoredPassword): Promise<boolean>;
  /** Puts our hash of the same password in the place of a foreign one; nothing else changes. False: it was done meanwhile. */
  renewPassword(tx: Tx, accountRef: string, version: number, password: StoredPassword): Promise<boolean>;
  /** Locks the row until the commit; false when the account is gone or disabled, or its password has changed. */
  hold(tx: Tx, accountRef: string, passwordVersion: number): Promise<boolean>;
  putResetKey(
    tx: Tx,
    row: { accountRef: string; keyHash: Buffer; passwordVersion: number; until: Date },
  ): Promise<void>;
  /** False: used meanwhile. */
  takeResetKey(tx: Tx, keyHash: Buffer): Promise<boolean>;
  revokeTokens(tx: Tx, accountRef: string): Promise<void>;
  /** Deletes everything this service keeps about the person. */
  erase(tx: Tx, account: AccountRecord): Promise<void>;
}
