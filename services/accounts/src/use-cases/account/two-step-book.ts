import type { Tx } from './account-command.ts';

/** Two-step sign-in as stored; the seed in clear, for as long as a check takes. */
export interface TwoStepRecord {
  readonly seed: Buffer;
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
}

export interface TwoStepBook {
  find(accountRef: string): Promise<TwoStepRecord | null>;
  begin(accountRef: string, seed: Buffer): Promise<void>;
  /** Uses the time step of a code; false when that step or a later one was used. */
  takeStep(tx: Tx, accountRef: string, step: number): Promise<boolean>;
  takeRecoveryCode(tx: Tx, accountRef: string, code: string): Promise<boolean>;
  enable(tx: Tx, accountRef: string, recoveryCodes: readonly string[]): Promise<void>;
  /** What was proven by its codes is so no longer: passkeys that were added with one need a code from now on. */
  disable(tx: Tx, accountRef: string): Promise<void>;
}

export interface OneTimeCodes {
  newSeed(): Buffer;
  /** Base32, for people and apps. */
  textOf(seed: Buffer): string;
  /** The time step the code belongs to, ±1 of now; null: none. */
  stepOf(seed: Buffer, code: string, at: Date): number | null;
}
