import type { resolveSession } from '@onceover/schema/internal/resolve-session';
import type { z } from 'zod';
import { isSessionAlive } from '../../domain/session/session-lifetimes.ts';
import type { AccountRecord } from '../account/account-book.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { customerFactsOf } from '../account/own-account.ts';
import type { SessionRecord } from '../account/session-book.ts';
import { sessionHash } from './new-session.ts';
import { redeemRememberMe } from './redeem-remember-me.ts';

export type ResolveSessionInput = z.output<typeof resolveSession.input>;
export type ResolvedSession = z.input<typeof resolveSession.output>;

/** Recording all activity would cost a write per request; an idle session may end this much early. */
const touchAfterMs = 15_000;
const nobody: ResolvedSession = { session: null, issued: null, forgetsRememberMe: false };

/**
 * Whose session a browser's cookies belong to. Unknown ids are never adopted; sessions past their time are removed;
 * a remembered browser gets a new session and a new cookie.
 *
 * Source  security 5.1
 */
export function resolveSessionUseCase(ports: AccountPorts) {
  return async (input: ResolveSessionInput): Promise<ResolvedSession> => {
    const found = await living(ports, input);
    if (found !== null) return { ...nobody, session: toSession(ports, found.session, found.account) };
    if (input.rememberMe === null || input.rememberMe === '') return nobody;
    const redeemed = await redeemRememberMe(ports, input.rememberMe, input);
    if (redeemed === null) return { ...nobody, forgetsRememberMe: true };
    const { record, account, issued } = redeemed;
    return { session: toSession(ports, record, account), issued, forgetsRememberMe: false };
  };
}

async function living(ports: AccountPorts, { sessionId, extendsIdle }: ResolveSessionInput) {
  if (sessionId === null || sessionId === '') return null;
  const idHash = sessionHash(sessionId);
  const found = await ports.sessions.find(idHash);
  if (found === null) return null;
  const at = ports.clock.now();
  const { session, account } = found;
  if (account.isDisabled || !isSessionAlive(session, account.role, at)) {
    // Only the session is over; the browser stays remembered.
    await ports.sessions.expire(idHash);
    return null;
  }
  const isStale = at.getTime() - session.lastSeenAt.getTime() >= touchAfterMs;
  if (extendsIdle && isStale && !session.isWaiting) await ports.sessions.touch(idHash, at);
  return found;
}

function toSession(
  ports: Pick<AccountPorts, 'book'>,
  { idHash, isWaiting, hasSecondFactor, provenAt }: SessionRecord,
  account: AccountRecord,
): ResolvedSession['session'] {
  const facts = customerFactsOf(ports, account, hasSecondFactor && account.isTwoStepOn);
  const customer = provenAt === null ? facts : { ...facts, provenAt: provenAt.getTime() };
  return { ref: idHash.toString('base64url'), isWaiting, customer };
}
