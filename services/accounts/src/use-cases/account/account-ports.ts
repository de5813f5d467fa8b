import type { EventStore } from '@onceover/event-store';
import type { Clock } from '@onceover/service-kit/clock';
import type { RandomBytes } from '@onceover/service-kit/crypto';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { PasswordRules } from '../../domain/account/password-rules.ts';
import type { AccountBook } from './account-book.ts';
import type { AttemptLedger } from './attempt-ledger.ts';
import type { Mailroom } from './mailroom.ts';
import type { PasskeyBook, PasskeyCeremonies, PasskeyChallenges } from './passkey-book.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { PendingRequests } from './pending-request.ts';
import type { SessionBook } from './session-book.ts';
import type { SignInFailures } from './sign-in-failures.ts';
import type { OneTimeCodes, TwoStepBook } from './two-step-book.ts';

/** Moments at which a test stops the process. */
export type FailpointName =
  | 'sign-up.stored'
  | 'sign-up.opened'
  | 'sign-up.concealed'
  | 'sign-up.sealed'
  | 'sign-up.appended'
  | 'sign-up.committed';
export type Failpoint = (name: FailpointName) => void;

/** Everything the use cases of accounts, sessions, passwords, two-step sign-in and passkeys work with. */
export interface AccountPorts {
  readonly events: EventStore;
  readonly book: AccountBook;
  readonly sessions: SessionBook;
  readonly twoStep: TwoStepBook;
  readonly codes: OneTimeCodes;
  readonly passkeys: PasskeyBook;
  readonly challenges: PasskeyChallenges;
  readonly ceremonies: PasskeyCeremonies;
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
