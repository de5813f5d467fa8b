import type { Tx } from './account-command.ts';

/** A passkey as its owner sees it. */
export interface Passkey {
  readonly passkeyId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly isBackedUp: boolean;
  /** Whether a code of the two-step sign-in that is on was given for it; without, it is no second factor. */
  readonly isAddedWithCode: boolean;
}

/** What a browser has made, checked. */
export interface Credential {
  /** By which browsers know it, as base64url. */
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly transports: readonly string[];
  readonly counter: number;
  readonly isBackedUp: boolean;
}

export interface StoredPasskey extends Passkey, Credential {
  readonly accountRef: string;
}

export interface PasskeyBook {
  /** Newest first. */
  listOf(accountRef: string): Promise<readonly StoredPasskey[]>;
  findByCredential(credentialId: string): Promise<StoredPasskey | null>;
  /** False: somebody has it already. */
  add(tx: Tx, passkey: StoredPasskey): Promise<boolean>;
  rename(tx: Tx, passkey: StoredPasskey, name: string): Promise<void>;
  remove(tx: Tx, passkey: StoredPasskey): Promise<void>;
  removeAll(tx: Tx, accountRef: string): Promise<void>;
  /** False: it was removed, or used by another request, since it was read. */
  noteUse(tx: Tx, passkey: StoredPasskey, use: PasskeyUse, at: Date): Promise<boolean>;
}

export interface PasskeyUse {
  readonly counter: number;
  readonly isBackedUp: boolean;
}

/** What an answer to a challenge may do. */
export type ChallengePurpose = 'add' | 'add-with-code' | 'sign-in' | 'second-step';

export interface ChallengeSlip {
  readonly challenge: string;
  readonly purpose: ChallengePurpose;
  /** Hash of the session, or of the mark of the browser. */
  readonly boundTo: Buffer;
}

export interface PasskeyChallenges {
  put(slip: ChallengeSlip, until: Date): Promise<void>;
  /** Uses the challenge up; false: it was answered, is too old, or was not given for this. */
  take(slip: ChallengeSlip, at: Date): Promise<boolean>;
}

/** What a browser sent, before anything of it is believed. */
export interface PasskeyAnswer {
  readonly credentialId: string;
  readonly challenge: string;
  /** The account that the passkey says it is of; null: it does not say. */
  readonly userHandle: string | null;
  /** Of the page that asked for it, and whether that stood in another page. */
  readonly origin: string;
  readonly isInFrame: boolean;
  /** What is checked, as it came. */
  readonly whole: object;
}

/** The ceremonies of WebAuthn, for this site's address. */
export interface PasskeyCeremonies {
  creationOptions(wish: {
    readonly challenge: string;
    readonly accountRef: string;
    readonly email: string;
    readonly existing: readonly StoredPasskey[];
  }): Promise<string>;
  /** `passkeys`: only these; empty: any that the person has, which then also has to verify the person. */
  requestOptions(wish: { readonly challenge: string; readonly passkeys: readonly StoredPasskey[] }): Promise<string>;
  /** Null: not what a browser sends. */
  readAnswer(text: string): PasskeyAnswer | null;
  /** Null: it is not what was asked for. */
  checkCreation(answer: PasskeyAnswer): Promise<Credential | null>;
  checkAnswer(
    answer: PasskeyAnswer,
    passkey: StoredPasskey,
    options: { readonly mustVerifyPerson: boolean },
  ): Promise<PasskeyUse | null>;
}
