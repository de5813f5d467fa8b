import type { Caller } from '@onceover/graphql-kit/caller';
import { isSessionAlive } from '../../domain/session/session-lifetimes.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { customerWith } from '../account/asking-customer.ts';
import type { SessionRecord } from './session-book.ts';

export interface ListedSession {
  /** Names the session; grants nothing. */
  readonly ref: string;
  readonly isCurrent: boolean;
  readonly session: SessionRecord;
}

/** The caller's sessions that are still good, newest first. */
export function listSessionsUseCase({ sessions, clock }: Pick<AccountPorts, 'sessions' | 'clock'>) {
  return async (caller: Caller): Promise<readonly ListedSession[]> => {
    const { accountRef, role, credential } = customerWith(caller, 'account');
    const listed = await sessions.listOf(accountRef);
    return listed
      .filter((session) => isSessionAlive(session, role, clock.now()))
      .map((session) => {
        const ref = session.idHash.toString('base64url');
        return { ref, isCurrent: credential.kind === 'session' && credential.ref === ref, session };
      });
  };
}
