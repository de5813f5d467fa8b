import { randomBytes } from '@onceover/service-kit/crypto';
import { createPasswordHashing } from '@onceover/service-kit/password-hashing';
import { oneTimeCodes } from './adapters/crypto/one-time-codes.ts';
import { createPasswordHasher, isCommonPassword } from './adapters/crypto/password-hasher.ts';
import { createSubjectCipher } from './adapters/crypto/subject-cipher.ts';
import { createPostgresAccountBook } from './adapters/postgres/account-book.ts';
import { createPostgresAttemptLedger } from './adapters/postgres/attempt-ledger.ts';
import { createMailroom } from './adapters/postgres/mailroom.ts';
import { createPostgresPendingRequests } from './adapters/postgres/pending-requests.ts';
import { createPostgresSessionBook } from './adapters/postgres/session-book.ts';
import { createPostgresSignInFailures } from './adapters/postgres/sign-in-failures.ts';
import { createPostgresTwoStepBook } from './adapters/postgres/two-step-book.ts';
import type { Foundation } from './foundation.ts';
import { jobsSchema } from './messaging/jobs.ts';
import type { AccountPorts } from './use-cases/account/account-ports.ts';

/** The adapters of accounts and sessions. */
export function accountPortsOf(
  { config, deps, pool, knex, events, keys, clock }: Foundation,
  beforeErasure: AccountPorts['beforeErasure'],
): AccountPorts {
  const emailHash = (email: string) => keys.keyedHash('email', email);
  const deviceHash = (accountRef: string, family: string) => keys.keyedHash('device', accountRef, family);
  return {
    events,
    book: createPostgresAccountBook(pool, createSubjectCipher(keys), emailHash),
    sessions: createPostgresSessionBook(pool, deviceHash),
    twoStep: createPostgresTwoStepBook(pool, keys),
    codes: oneTimeCodes,
    passwords: createPasswordHasher(keys, createPasswordHashing()),
    passwordRules: { minLength: config.passwordMinLength, isCommon: isCommonPassword },
    pending: createPostgresPendingRequests({ pool, knex, jobs: jobsSchema }, keys),
    attempts: createPostgresAttemptLedger(pool, keys.keyedHash),
    failures: createPostgresSignInFailures(pool, emailHash),
    mail: createMailroom(pool, deps.ask, clock),
    ask: deps.ask,
    clock,
    randomBytes,
    hasSignUp: config.hasSignUp,
    signUpPlans: config.signUpPlans,
    failpoint: deps.failpoint ?? (() => undefined),
    beforeErasure,
  };
}
