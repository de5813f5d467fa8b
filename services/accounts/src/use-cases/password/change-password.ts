import type { Caller } from '@onceover/schema/caller';
import type { changePassword as changePasswordCall } from '@onceover/schema/internal/password';
import { NotAuthorizedError } from '@onceover/service-kit/errors';
import type { z } from 'zod';
import { changePassword } from '../../domain/account/account-changes.ts';
import { SamePassword, WrongPassword } from '../../domain/account/account-errors.ts';
import { checkPassword } from '../../domain/account/password-rules.ts';
import { revokedIfAny } from '../../domain/session/security-events.ts';
import { maxSessions } from '../../domain/session/session-lifetimes.ts';
import { ownerContext, runAccountCommand } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { sessionCustomer } from '../account/asking-customer.ts';
import { confirmPassword } from '../account/confirm-password.ts';
import { sealNotice } from '../account/mailroom.ts';
import type { SessionRecord } from '../account/session-book.ts';
import type { NewSession } from '../session/establish-session.ts';
import { mintRememberMe, mintSession, newFamily, sessionHash } from '../session/new-session.ts';

type ChangePasswordInput = Omit<z.output<typeof changePasswordCall.input>, 'caller'>;

/**
 * Sets a new password for somebody who is signed in and knows the old one. Every other session ends, this one continues
 * under a new id; API tokens end too, unless they are to be kept. All passwords are trimmed, as the contract says.
 *
 * Refuses  account.wrong-password, .same-password, .password-too-short, -too-long, -too-common, -mismatch,
 *          .too-many-tries
 * Source   REST contract 7, security 5.1
 */
export function changePasswordUseCase(ports: AccountPorts) {
  return async (input: ChangePasswordInput, caller: Caller): Promise<NewSession> => {
    const { account, current } = await sessionCustomer(ports, caller);
    const found = await ports.sessions.find(sessionHash(input.sessionId));
    if (found === null || !found.session.idHash.equals(current)) throw new NotAuthorizedError();
    const old = input.currentPassword.trim();
    const next = input.newPassword.trim();
    await confirmPassword(ports, account, old, () => new WrongPassword());
    if (next.normalize('NFKC') === old.normalize('NFKC')) throw new SamePassword();
    checkPassword(next, input.newPasswordConfirm.trim(), ports.book.emailOf(account), ports.passwordRules);
    const stored = await ports.passwords.hash(next);
    const notice = await sealNotice(ports, account, {
      template: 'password-changed',
      hasEndedTokens: !input.keepsTokens,
    });
    const { accountRef, passwordVersion } = account;
    const others = await ports.sessions.count(accountRef, { kind: 'all-but', idHash: current });
    const { session, remembered } = renewed(ports, found.session, input.userAgentFamily);
    await runAccountCommand(ports, {
      context: ownerContext(caller, accountRef),
      decide: (state) => [changePassword({ accountRef, deliveryId: notice.deliveryId }, state)],
      security: revokedIfAny(others, accountRef, 'password'),
      write: async (tx) => {
        if (!(await ports.book.setPassword(tx, accountRef, passwordVersion, stored))) throw new WrongPassword();
        await ports.sessions.remove(tx, accountRef, { kind: 'all' });
        if (!input.keepsTokens) await ports.book.revokeTokens(tx, accountRef);
        await ports.sessions.add(tx, session.record, maxSessions);
        if (remembered !== null) await ports.sessions.addRememberMe(tx, remembered.record);
        await notice.write(tx);
      },
    });
    return { id: session.id, rememberMe: remembered?.value ?? null };
  };
}

/** The same session under a fresh id; a browser that was remembered stays remembered. */
function renewed(
  ports: AccountPorts,
  { accountRef, hasSecondFactor, provenAt, family }: SessionRecord,
  userAgentFamily: string,
) {
  const at = ports.clock.now();
  const newOne = family === null ? null : newFamily();
  const facts = { accountRef, isWaiting: false, wantsRememberMe: false, hasSecondFactor, provenAt, userAgentFamily };
  const session = mintSession(ports, { ...facts, family: newOne }, at);
  const remembered =
    newOne === null ? null : mintRememberMe(ports, { family: newOne, accountRef, hasSecondFactor, beganAt: at }, at);
  return { session, remembered };
}
