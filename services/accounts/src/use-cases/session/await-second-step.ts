import type { signIn } from '@onceover/schema/internal/sign-in';
import type { z } from 'zod';
import { SecondStepExpired } from '../../domain/account/account-errors.ts';
import { isSessionAlive } from '../../domain/session/session-lifetimes.ts';
import type { AccountRecord } from '../account/account-book.ts';
import type { Asker } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import type { SessionRecord } from '../account/session-book.ts';
import { endSession } from './manage-sessions.ts';
import { mintSession, sessionHash } from './new-session.ts';

interface FirstStep {
  readonly account: AccountRecord;
  readonly wantsRememberMe: boolean;
  readonly userAgentFamily: string;
  /** Hash of the session that the browser has; null: none. */
  readonly before: Buffer | null;
  readonly caller: Asker;
}

/** A session that has proven one factor and waits for the other: good for that and nothing else. */
export async function awaitSecondStep(
  ports: AccountPorts,
  { account, wantsRememberMe, userAgentFamily, before, caller }: FirstStep,
): Promise<Extract<z.output<typeof signIn.output>, { kind: 'second-step' }>> {
  const { accountRef } = account;
  const facts = { accountRef, isWaiting: true, wantsRememberMe, hasSecondFactor: false, provenAt: null };
  const { id, record } = mintSession(ports, { ...facts, userAgentFamily, family: null }, ports.clock.now());
  await ports.sessions.openWaiting(record);
  if (before !== null) await endSession(ports, before, caller);
  return { kind: 'second-step', session: { id, rememberMe: null } };
}

/**
 * The session of a browser that has passed the first step and still needs the second.
 *
 * Refuses  account.second-step-expired
 */
export async function waitingSession(
  ports: AccountPorts,
  sessionId: string,
): Promise<{ readonly session: SessionRecord; readonly account: AccountRecord }> {
  const found = await ports.sessions.find(sessionHash(sessionId));
  if (found === null || !found.session.isWaiting) throw new SecondStepExpired();
  const { session, account } = found;
  if (account.isDisabled || !isSessionAlive(session, account.role, ports.clock.now())) throw new SecondStepExpired();
  return found;
}
