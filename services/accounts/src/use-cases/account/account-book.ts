import type { PlanId } from '@onceover/schema/plans';
import type { StoredPassword } from '../password/password-hasher.ts';
import type { Tx } from './account-command.ts';

/** An address and the key it is sealed under, itself wrapped. */
export interface SealedSubject {
  readonly wrappedKey: Buffer;
  readonly email: Buffer;
}

/** One account as it is stored. */
export interface AccountRecord {
  readonly accountRef: string;
  readonly emailHash: Buffer;
  readonly planId: PlanId;
  readonly role: 'customer' | 'colonel';
  readonly locale: string | null;
  readonly mailLocale: string;
  readonly isVerified: boolean;
  readonly isDisabled: boolean;
  readonly password: StoredPassword;
  readonly passwordVersion: number;
  readonly isTwoStepOn: boolean;
  /** Wrong passwords in a row. */
  readonly failureStreak: number;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
  readonly sealed: SealedSubject;
}

export interface NewAccount {
  readonly accountRef: string;
  readonly email: string;
  readonly planId: PlanId;
  readonly mailLocale: string;
  readonly password: StoredPassword;
  readonly at: Date;
}

/** Stored accounts. */
export interface AccountBook {
  find(accountRef: string): Promise<AccountRecord | null>;
  findByEmail(email: string): Promise<AccountRecord | null>;
  /** The address of an account. */
  emailOf(account: AccountRecord): string;
  findVerification(secretId: string): Promise<{ readonly accountRef: string } | null>;
  findResetKey(keyHash: Buffer): Promise<{ accountRef: string; passwordVersion: number; until: Date } | null>;
  /** Accounts registered before that moment and never verified. */
  listUnverified(before: Date, limit: number): Promise<readonly string[]>;
  register(tx: Tx, account: NewAccount): Promise<void>;
  /** Whether a command failed because the address has an account. */
  isEmailTaken(error: unknown): boolean;
  addVerification(tx: Tx, row: { secretId: string; accountRef: string; until: Date }): Promise<void>;
  setVerified(tx: Tx, accountRef: string): Promise<void>;
  setLocale(tx: Tx, accountRef: string, locale: string): Promise<void>;
  setPlan(tx: Tx, accountRef: string, planId: PlanId): Promise<void>;
  setRole(tx: Tx, accountRef: string, role: AccountRecord['role']): Promise<void>;
  setSignedIn(tx: Tx, accountRef: string, at: Date): Promise<void>;
  /** False: another password was set meanwhile. Reset keys made for the old one stop working. */
  setPassword(tx: Tx, accountRef: string, version: number, password: StoredPassword): Promise<boolean>;
  /** Locks the row until the commit; false when the account is gone or its password has changed. */
  hold(tx: Tx, accountRef: string, passwordVersion: number): Promise<boolean>;
  putResetKey(
    tx: Tx,
    row: { accountRef: string; keyHash: Buffer; passwordVersion: number; until: Date },
  ): Promise<void>;
  /** False: used meanwhile. */
  takeResetKey(tx: Tx, keyHash: Buffer): Promise<boolean>;
  /** Deletes everything this service keeps about the person. */
  erase(tx: Tx, account: AccountRecord): Promise<void>;
}
