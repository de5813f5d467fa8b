import type { EventStore, UnitOfWork } from '@onceover/event-store';
import type { MailEnvelope } from '@onceover/schema/internal/mail-envelope';
import type { PlanId } from '@onceover/schema/plans';
import type { Clock } from '@onceover/service-kit/clock';
import type { RandomBytes } from '@onceover/service-kit/crypto';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { PasswordRules } from '../domain/account/password-rules.ts';

/** The transaction that a command's rows are written in, after its events. */
export type Tx = UnitOfWork['tx'];

export interface StoredPassword {
  readonly salt: Buffer;
  readonly digest: Buffer;
}

export interface PasswordHasher {
  hash(password: string): Promise<StoredPassword>;
  /** `null`: nobody's; the same work, and never right. */
  verify(password: string, stored: StoredPassword | null): Promise<boolean>;
}

/** An address and the key it is sealed under, itself wrapped. */
export interface SealedSubject {
  readonly wrappedKey: Buffer;
  readonly email: Buffer;
}

export interface SubjectCipher {
  sealSubject(accountRef: string, email: string): SealedSubject;
  openEmail(accountRef: string, sealed: SealedSubject): string;
  sealText(accountRef: string, wrappedKey: Buffer, text: string): string;
  /** Null where the key is another one. */
  openText(accountRef: string, wrappedKey: Buffer, sealed: string): string | null;
}

/** What was asked for at a door and is done after it was answered. */
export type PendingRequest =
  | {
      readonly kind: 'sign-up';
      /** The stream it becomes, should the address be free. */
      readonly accountRef: string;
      readonly email: string;
      readonly locale: string;
      readonly planId: PlanId;
      /** Base64. */
      readonly salt: string;
      readonly digest: string;
    }
  | { readonly kind: 'resend' | 'reset'; readonly email: string; readonly locale: string };

export interface RequestCipher {
  seal(requestId: string, request: PendingRequest): Buffer;
  open(requestId: string, sealed: Buffer): PendingRequest;
}

/** Requests that wait for the worker. */
export interface PendingRequests {
  /** Stores it sealed, with its job, in one commit. */
  put(requestId: string, request: PendingRequest, at: Date): Promise<void>;
  /** Null: done already. */
  find(requestId: string): Promise<PendingRequest | null>;
  done(requestId: string, tx?: Tx): Promise<void>;
}

/** One account as its row tells it. */
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

/** Accounts where they are kept. */
export interface AccountBook {
  find(accountRef: string): Promise<AccountRecord | null>;
  findByEmail(email: string): Promise<AccountRecord | null>;
  /** The address of an account. */
  emailOf(account: AccountRecord): string;
  findVerification(secretId: string): Promise<{ readonly accountRef: string } | null>;
  findResetKey(keyHash: Buffer): Promise<{ accountRef: string; passwordVersion: number; until: Date } | null>;
  /** Accounts made before the moment and never verified. */
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
  /** False: another password was set meanwhile. Keys of resets stop with the old one. */
  setPassword(tx: Tx, accountRef: string, version: number, password: StoredPassword): Promise<boolean>;
  /** Locks the row until the commit; false when the account is gone or has another password by now. */
  hold(tx: Tx, accountRef: string, passwordVersion: number): Promise<boolean>;
  putResetKey(
    tx: Tx,
    row: { accountRef: string; keyHash: Buffer; passwordVersion: number; until: Date },
  ): Promise<void>;
  /** False: used meanwhile. */
  takeResetKey(tx: Tx, keyHash: Buffer): Promise<boolean>;
  /** Everything of the person that this service keeps. */
  erase(tx: Tx, account: AccountRecord): Promise<void>;
}

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

/** A mail on its way: sealed to the notifications service, handed over by its id. */
export interface SealedMail {
  readonly deliveryId: string;
  write(tx: Tx): Promise<void>;
}

export interface Mailroom {
  /** Throws `OutageError` while no key to seal to can be had. */
  seal(accountRef: string, envelope: MailEnvelope, expiresAt: Date): Promise<SealedMail>;
  claim(deliveryId: string, at: Date): Promise<{ readonly sealed: Buffer; readonly keyId: string } | null>;
  forget(deliveryId: string): Promise<void>;
}

/** Moments at which a test stops the process. */
export type FailpointName =
  | 'sign-up.stored'
  | 'sign-up.opened'
  | 'sign-up.concealed'
  | 'sign-up.sealed'
  | 'sign-up.appended'
  | 'sign-up.committed';
export type Failpoint = (name: FailpointName) => void;

/** Everything the verbs of accounts and sessions work with. */
export interface AccountPorts {
  readonly events: EventStore;
  readonly book: AccountBook;
  readonly sessions: SessionBook;
  readonly twoStep: TwoStepBook;
  readonly codes: OneTimeCodes;
  readonly passwords: PasswordHasher;
  readonly passwordRules: PasswordRules;
  readonly pending: PendingRequests;
  readonly attempts: AttemptLedger;
  readonly failures: SignInFailures;
  readonly mail: Mailroom;
  readonly ask: AskInternal;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly hasSignUp: boolean;
  readonly signUpPlans: readonly string[];
  readonly failpoint: Failpoint;
  /** What other parts of the service do before an account is erased. */
  readonly beforeErasure: readonly ((accountRef: string) => Promise<void>)[];
}
