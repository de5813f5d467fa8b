import type { AccountRecord } from './account-book.ts';
import type { Tx } from './account-command.ts';

/** Failed sign-ins of one address since they were last reported. */
export interface FailureReport {
  readonly account: AccountRecord;
  readonly count: number;
  readonly windowStart: Date;
  readonly isResetSent: boolean;
}

/** Wrong passwords by address, whether it has an account or not. */
export interface SignInFailures {
  add(email: string, at: Date): Promise<void>;
  clear(tx: Tx, account: AccountRecord): Promise<void>;
  /** Failures that belong to accounts, with what to report. */
  listUnreported(limit: number): Promise<readonly FailureReport[]>;
  setReported(tx: Tx, report: FailureReport, isResetSent: boolean): Promise<void>;
}
