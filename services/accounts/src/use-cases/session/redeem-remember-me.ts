import { isEqual } from '@onceover/service-kit/crypto';
import { securityEvent } from '../../domain/session/security-events.ts';
import { maxSessions, rememberMeFate } from '../../domain/session/session-lifetimes.ts';
import type { AccountRecord } from '../account/account-book.ts';
import { type Asker, ownerContext, runAccountCommand } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import type { RememberMeRecord, SessionRecord } from '../account/session-book.ts';
import { mintRememberMe, mintSession, splitRememberMe } from './new-session.ts';

export interface Redeemed {
  readonly record: SessionRecord;
  readonly account: AccountRecord;
  readonly issued: { readonly sessionId: string; readonly rememberMe: string };
}

/** Another request used the cookie before this one committed: read it again. */
class Overtaken extends Error {}

/**
 * Gives a remembered browser a session and the next cookie. A cookie that was used before ends its whole family, the
 * sessions started by it included. Null: the cookie is worthless.
 *
 * Source  security 5.1
 */
export async function redeemRememberMe(
  ports: AccountPorts,
  value: string,
  { userAgentFamily, asker }: { readonly userAgentFamily: string; readonly asker: Asker },
): Promise<Redeemed | null> {
  const sent = splitRememberMe(value);
  if (sent === null) return null;
  for (;;) {
    const cookie = await ports.sessions.findRememberMe(sent.selector);
    if (cookie === null) return null;
    const account = await ports.book.find(cookie.accountRef);
    if (account === null) return null;
    const fate = isEqual(cookie.validatorHash, sent.validatorHash)
      ? rememberMeFate(cookie, ports.clock.now())
      : 'reused';
    if (fate === 'reused') await revokeFamily(ports, cookie, asker);
    if (fate === 'over' || account.role === 'colonel' || account.isDisabled) {
      await ports.sessions.forgetRememberMe(cookie.selector);
      return null;
    }
    if (fate === 'reused') return null;
    try {
      return await succeed(ports, { cookie, account, userAgentFamily, asker, as: fate === 'good' ? 'use' : 'fork' });
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
}

interface Redeeming {
  readonly cookie: RememberMeRecord;
  readonly account: AccountRecord;
  readonly userAgentFamily: string;
  readonly asker: Asker;
  readonly as: 'use' | 'fork';
}

async function succeed(ports: AccountPorts, redeeming: Redeeming): Promise<Redeemed> {
  const { cookie, account, userAgentFamily, asker, as } = redeeming;
  const { accountRef, family, hasSecondFactor } = cookie;
  const at = ports.clock.now();
  const facts = { accountRef, isWaiting: false, wantsRememberMe: false, hasSecondFactor, provenAt: null };
  const session = mintSession(ports, { ...facts, userAgentFamily, family }, at);
  const next = mintRememberMe(ports, cookie, at);
  const newDevice = !(await ports.sessions.isKnownDevice(accountRef, userAgentFamily));
  await runAccountCommand(ports, {
    context: ownerContext(asker, accountRef),
    security: [securityEvent('security.signed_in', { accountRef, method: 'remember-me', newDevice })],
    write: async (tx) => {
      if (!(await ports.book.hold(tx, accountRef, account.passwordVersion))) throw new Overtaken();
      if (!(await ports.sessions.spendRememberMe(tx, cookie.selector, at, as))) throw new Overtaken();
      await ports.sessions.addRememberMe(tx, next.record);
      await ports.sessions.add(tx, session.record, maxSessions);
      await ports.sessions.addDevice(tx, accountRef, userAgentFamily);
      await ports.book.setSignedIn(tx, accountRef, at);
    },
  });
  return { record: session.record, account, issued: { sessionId: session.id, rememberMe: next.value } };
}

async function revokeFamily(
  ports: AccountPorts,
  { accountRef, family }: RememberMeRecord,
  asker: Asker,
): Promise<void> {
  await runAccountCommand(ports, {
    context: ownerContext(asker, accountRef),
    security: [securityEvent('security.session_revoked', { accountRef, reasonCode: 'remember-me-reuse' })],
    write: (tx) => ports.sessions.removeFamily(tx, family),
  });
}
