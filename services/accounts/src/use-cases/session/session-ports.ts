import type { AccountRecord, Tx } from '../account/account-ports.ts';

/** Session as stored. */
export interface SessionRecord {
  readonly idHash: Buffer;
  readonly accountRef: string;
  readonly isWaiting: boolean;
  readonly wantsRememberMe: boolean;
  readonly hasSecondFactor: boolean;
  readonly userAgentFamily: string;
  readonly family: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** One remember-me cookie as stored. */
export interface RememberMeRecord {
  readonly selector: Buffer;
  readonly validatorHash: Buffer;
  readonly family: string;
  readonly accountRef: string;
  readonly hasSecondFactor: boolean;
  /** When its family began, and when this one was given out. */
  readonly beganAt: Date;
  readonly issuedAt: Date;
  readonly usedAt: Date | null;
  readonly isForked: boolean;
}

/** Which of an account's sessions: all, all but one, or one alone. */
export type WhichSessions =
  | { readonly kind: 'all' }
  | { readonly kind: 'all-but'; readonly idHash: Buffer }
  | { readonly kind: 'one'; readonly idHash: Buffer };

export interface SessionBook {
  find(idHash: Buffer): Promise<{ readonly session: SessionRecord; readonly account: AccountRecord } | null>;
  /** Newest first; waiting ones are none yet. */
  listOf(accountRef: string): Promise<readonly SessionRecord[]>;
  findRememberMe(selector: Buffer): Promise<RememberMeRecord | null>;
  isKnownDevice(accountRef: string, userAgentFamily: string): Promise<boolean>;
  touch(idHash: Buffer, at: Date): Promise<void>;
  /** A waiting session; needs no event. */
  openWaiting(session: SessionRecord): Promise<void>;
  /** By its own sign-out or age; takes what remembers the browser along. */
  close(idHash: Buffer): Promise<void>;
  /** Past its time; the browser may still be remembered. */
  expire(idHash: Buffer): Promise<void>;
  closeFamily(family: string): Promise<void>;
  forgetRememberMe(selector: Buffer): Promise<void>;
  count(accountRef: string, which: WhichSessions): Promise<number>;
  /** Adds it; the oldest beyond `most` go. */
  add(tx: Tx, session: SessionRecord, most: number): Promise<void>;
  addRememberMe(tx: Tx, rememberMe: RememberMeRecord): Promise<void>;
  addDevice(tx: Tx, accountRef: string, userAgentFamily: string): Promise<void>;
  /** False: somebody else used it meanwhile. `as` says whether this is its use or the one concurrent repeat of it. */
  spendRememberMe(tx: Tx, selector: Buffer, at: Date, as: 'use' | 'fork'): Promise<boolean>;
  remove(tx: Tx, accountRef: string, which: WhichSessions): Promise<void>;
  removeOne(tx: Tx, idHash: Buffer): Promise<boolean>;
  removeFamily(tx: Tx, family: string): Promise<void>;
  setSecondFactor(tx: Tx, idHash: Buffer, has: boolean): Promise<void>;
}

/** Two-step sign-in as stored; the seed in clear, for as long as a check takes. */
export interface TwoStepRecord {
  readonly seed: Buffer;
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
}

export interface TwoStepBook {
  find(accountRef: string): Promise<TwoStepRecord | null>;
  begin(accountRef: string, seed: Buffer): Promise<void>;
  /** Notes the step of a code; false when that step or a later one was used. */
  takeStep(tx: Tx, accountRef: string, step: number): Promise<boolean>;
  takeRecoveryCode(tx: Tx, accountRef: string, code: string): Promise<boolean>;
  enable(tx: Tx, accountRef: string, recoveryCodes: readonly string[]): Promise<void>;
  disable(tx: Tx, accountRef: string): Promise<void>;
}

/** Codes of an authenticator app. */
export interface OneTimeCodes {
  newSeed(): Buffer;
  /** Base32, for people and apps. */
  textOf(seed: Buffer): string;
  /** The time step the code belongs to, ±1 of now; null: none. */
  stepOf(seed: Buffer, code: string, at: Date): number | null;
}

/** How often something may be tried, by whom; `subject` is stored as an HMAC. */
export interface AttemptRule {
  readonly purpose: string;
  readonly subject: readonly string[];
  readonly limit: number;
  readonly windowSeconds: number;
  /** From the limit on nothing for this long; without it until the window is over. */
  readonly lockSeconds?: number;
  /** Instead of a lock a growing delay between tries. */
  readonly firstDelaySeconds?: number;
  readonly longestDelaySeconds?: number;
}

export interface AttemptLedger {
  /** Counts a try under all rules or none; gives the seconds to wait, 0: go on. */
  reserve(rules: readonly AttemptRule[], at: Date): Promise<number>;
  /** The try was none: it succeeded, or we failed ourselves. */
  giveBack(rules: readonly AttemptRule[]): Promise<void>;
  /** Forgets all tries. */
  clear(rules: readonly AttemptRule[]): Promise<void>;
}

/** Failed sign-ins of one address since they were last reported. */
export interface FailureReport {
  readonly account: AccountRecord;
  readonly count: number;
  readonly windowStart: Date;
  readonly streak: number;
  readonly isResetSent: boolean;
}

/** Wrong passwords by address, whether it has an account or not. */
export interface SignInFailures {
  add(email: string, at: Date): Promise<void>;
  clear(tx: Tx, account: AccountRecord): Promise<void>;
  /** Those of accounts, and what there is to tell. */
  listUnreported(limit: number): Promise<readonly FailureReport[]>;
  setReported(tx: Tx, report: FailureReport, isResetSent: boolean): Promise<void>;
}
