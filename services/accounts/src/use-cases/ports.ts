import type { EventStore } from '@onceover/event-store';
import type { MailEnvelope } from '@onceover/schema/internal/mail-envelope';
import type { Clock } from '@onceover/service-kit/clock';
import type { RandomBytes } from '@onceover/service-kit/crypto';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { PasswordRules } from '../domain/account/password-rules.ts';
import type { AccountBook, PasswordHasher, PendingRequests, Tx } from './account/account-ports.ts';
import type { AttemptLedger, OneTimeCodes, SessionBook, SignInFailures, TwoStepBook } from './session/session-ports.ts';

export type * from './account/account-ports.ts';
export type * from './session/session-ports.ts';

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
