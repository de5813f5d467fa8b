import type { AccountRecord } from './account-book.ts';
import type { Tx } from './account-command.ts';

export interface SessionRecord {
  readonly idHash: Buffer;
  readonly accountRef: string;
  readonly isWaiting: boolean;
  readonly wantsRememberMe: boolean;
  readonly hasSecondFactor: boolean;
  /** When password and second factor were last proven in it; null: never. */
  readonly provenAt: Date | null;
  readonly userAgentFamily: string;
  readonly family: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

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

export type WhichSessions =
  | { readonly kind: 'all' }
  | { readonly kind: 'all-but'; readonly idHash: Buffer }
  | { readonly kind: 'one'; readonly idHash: Buffer };

export interface SessionBook {
  find(idHash: Buffer): Promise<{ readonly session: SessionRecord; readonly account: AccountRecord } | null>;
  /** Newest first, without those that wait for a second step. */
  listOf(accountRef: string): Promise<readonly SessionRecord[]>;
  findRememberMe(selector: Buffer): Promise<RememberMeRecord | null>;
  isKnownDevice(accountRef: string, userAgentFamily: string): Promise<boolean>;
  /** Whether a browser with this mark signed in to the account of the address before, since `since`. */
  isMarked(email: string, markHash: Buffer, since: Date): Promise<boolean>;
  touch(idHash: Buffer, at: Date): Promise<void>;
  /** A waiting session; needs no event. */
  openWaiting(session: SessionRecord): Promise<void>;
  /** Past its time, or one that waited for a second step: nobody was signed in. The browser may stay remembered. */
  expire(idHash: Buffer): Promise<void>;
  forgetRememberMe(selector: Buffer): Promise<void>;
  count(accountRef: string, which: WhichSessions): Promise<number>;
  /** Adds it; the oldest beyond `most` end. */
  add(tx: Tx, session: SessionRecord, most: number): Promise<void>;
  addRememberMe(tx: Tx, rememberMe: RememberMeRecord): Promise<void>;
  addDevice(tx: Tx, accountRef: string, userAgentFamily: string): Promise<void>;
  /** Marks a browser, or renews its mark; the oldest beyond `most` are forgotten. */
  putDeviceMark(tx: Tx, row: { accountRef: string; markHash: Buffer; at: Date }, most: number): Promise<void>;
  /** False: another request used it meanwhile. `as`: its one use, or the one concurrent use beside it. */
  spendRememberMe(tx: Tx, selector: Buffer, at: Date, as: 'use' | 'fork'): Promise<boolean>;
  remove(tx: Tx, accountRef: string, which: WhichSessions): Promise<void>;
  removeOne(tx: Tx, idHash: Buffer): Promise<boolean>;
  removeFamily(tx: Tx, family: string): Promise<void>;
  setSecondFactor(tx: Tx, idHash: Buffer, has: boolean): Promise<void>;
  setProven(tx: Tx, idHash: Buffer, at: Date): Promise<void>;
}
