import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { operatorOnly } from '@onceover/schema/colonel-proof';
import type { signOut } from '@onceover/schema/internal/sign-in';
import { isEqual } from '@onceover/service-kit/crypto';
import type { z } from 'zod';
import { revokedIfAny, securityEvent } from '../../domain/session/security-events.ts';
import { isSessionAlive } from '../../domain/session/session-lifetimes.ts';
import type { AccountRecord } from '../account/account-book.ts';
import {
  type Asker,
  type Operator,
  operatorContext,
  ownerContext,
  runAccountCommand,
} from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { customerWith } from '../account/asking-customer.ts';
import type { RememberMeRecord, SessionBook, SessionRecord, WhichSessions } from '../account/session-book.ts';
import { sessionHash, splitRememberMe } from './new-session.ts';

export interface ListedSession {
  /** Names the session; grants nothing. */
  readonly ref: string;
  readonly isCurrent: boolean;
  readonly session: SessionRecord;
}

/** The caller's sessions that are still good, newest first. */
export function listSessionsUseCase(ports: Pick<AccountPorts, 'sessions' | 'clock'>) {
  return async (caller: Caller): Promise<readonly ListedSession[]> => {
    const customer = customerWith(caller, 'account');
    return await listLiving(ports, customer, customer.credential);
  };
}

/** The sessions of any customer that are still good, for a colonel. Throws `NotAuthorizedError` for everybody else. */
export function listSessionsOfUseCase(ports: Pick<AccountPorts, 'sessions' | 'clock'>) {
  return async (
    account: Pick<AccountRecord, 'accountRef' | 'role'>,
    caller: Caller,
  ): Promise<readonly ListedSession[]> => {
    operatorOnly(caller);
    return await listLiving(ports, account, null);
  };
}

async function listLiving(
  { sessions, clock }: Pick<AccountPorts, 'sessions' | 'clock'>,
  { accountRef, role }: Pick<AccountRecord, 'accountRef' | 'role'>,
  current: CustomerCaller['credential'] | null,
): Promise<readonly ListedSession[]> {
  const living = (await sessions.listOf(accountRef)).filter((each) => isSessionAlive(each, role, clock.now()));
  return living.map((session) => {
    const ref = session.idHash.toString('base64url');
    return { ref, isCurrent: current?.kind === 'session' && current.ref === ref, session };
  });
}

const all = { kind: 'all' } as const;

type SignOutInput = Omit<z.output<typeof signOut.input>, 'caller'>;

/** Ends sessions of the caller, with their remembered browsers; returns how many. Other people's are not found. */
export function endSessionsUseCase(ports: Pick<AccountPorts, 'events' | 'sessions'>) {
  async function end(caller: CustomerCaller, which: WhichSessions): Promise<number> {
    const { accountRef } = caller;
    const count = await ports.sessions.count(accountRef, which);
    await runAccountCommand(ports, {
      context: ownerContext(caller, accountRef),
      security: revokedIfAny(count, accountRef, 'by-owner'),
      write: (tx) => ports.sessions.remove(tx, accountRef, which),
    });
    return count;
  }
  return {
    endSession: async (ref: string, caller: Caller): Promise<number> =>
      await end(customerWith(caller, 'account'), { kind: 'one', idHash: Buffer.from(ref, 'base64url') }),
    /** By token: all of them, as a token has no session of its own. */
    endOtherSessions: async (caller: Caller): Promise<number> => {
      const customer = customerWith(caller, 'account');
      const { credential } = customer;
      if (credential.kind === 'token') return await end(customer, all);
      return await end(customer, { kind: 'all-but', idHash: Buffer.from(credential.ref, 'base64url') });
    },
  };
}

/** Ends a session and forgets its browser. Unknown ids are accepted silently. */
export function signOutUseCase(ports: Pick<AccountPorts, 'events' | 'sessions'>) {
  return async ({ sessionId, rememberMe }: SignOutInput, caller: Asker): Promise<void> => {
    const remembered = await findRemembered(ports.sessions, rememberMe);
    const ended = sessionId === null ? null : await endSession(ports, sessionHash(sessionId), caller);
    // A browser that is remembered is signed in whenever it comes back.
    if (remembered !== null && remembered.family !== ended?.family) await endRecorded(ports, remembered, caller);
  };
}

/**
 * Ends the session that a browser has and forgets the browser; where somebody was signed in, the trail of their account says
 * that they no longer are. Null: there is no such session.
 */
export async function endSession(
  ports: Pick<AccountPorts, 'events' | 'sessions'>,
  idHash: Buffer,
  caller: Asker,
): Promise<SessionRecord | null> {
  const found = await ports.sessions.find(idHash);
  if (found === null) return null;
  const { session } = found;
  if (session.isWaiting) await ports.sessions.expire(idHash);
  else await endRecorded(ports, session, caller);
  return session;
}

async function endRecorded(
  ports: Pick<AccountPorts, 'events' | 'sessions'>,
  { accountRef, family, idHash }: Pick<SessionRecord, 'accountRef' | 'family'> & { readonly idHash?: Buffer },
  caller: Asker,
): Promise<void> {
  await runAccountCommand(ports, {
    context: ownerContext(caller, accountRef),
    security: [securityEvent('security.signed_out', { accountRef })],
    write: async (tx) => {
      if (idHash !== undefined) await ports.sessions.removeOne(tx, idHash);
      if (family !== null) await ports.sessions.removeFamily(tx, family);
    },
  });
}

/** What is stored of a remember-me cookie of ours. */
async function findRemembered(sessions: SessionBook, rememberMe: string | null): Promise<RememberMeRecord | null> {
  const sent = rememberMe === null ? null : splitRememberMe(rememberMe);
  const stored = sent === null ? null : await sessions.findRememberMe(sent.selector);
  return sent !== null && stored !== null && isEqual(stored.validatorHash, sent.validatorHash) ? stored : null;
}

/** Signs an account out everywhere; returns how many sessions there were. */
export function endAllSessionsUseCase(ports: Pick<AccountPorts, 'events' | 'sessions'>) {
  return async (
    { accountRef }: Pick<AccountRecord, 'accountRef'>,
    by: Operator,
    reasonCode: string,
  ): Promise<number> => {
    const count = await ports.sessions.count(accountRef, all);
    await runAccountCommand(ports, {
      context: operatorContext(by, accountRef),
      operator: { by, action: 'sessions_ended', reasonCode },
      security: revokedIfAny(count, accountRef, 'operator'),
      write: (tx) => ports.sessions.remove(tx, accountRef, all),
    });
    return count;
  };
}
