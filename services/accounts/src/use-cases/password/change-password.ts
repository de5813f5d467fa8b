import type { Caller } from '@onceover/schema/caller';
import type { changePassword as changePasswordCall } from '@onceover/schema/internal/password';
import { NotAuthorizedError } from '@onceover/service-kit/errors';
import type { z } from 'zod';
import { changePassword } from '../../domain/account/account-changes.ts';
import { SamePassword, WrongPassword } from '../../domain/account/account-errors.ts';
import { checkPassword } from '../../domain/account/password-rules.ts';
import { revokedIfAny } from '../../domain/session/security-events.ts';
import { ownerContext, runAccountCommand } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { sessionCustomer } from '../account/asking-customer.ts';
import { confirmPassword } from '../account/confirm-password.ts';
import { sealNotice } from '../account/mailroom.ts';
import type { NewSession } from '../session/establish-session.ts';
import { newSignIn, sessionHash } from '../session/new-session.ts';

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
    const hasEndedTokens = !input.keepsTokens;
    const notice = await sealNotice(ports, account, { template: 'password-changed', hasEndedTokens });
    const { accountRef, passwordVersion } = account;
    const others = await ports.sessions.count(accountRef, { kind: 'all-but', idHash: current });
    const { hasSecondFactor, provenAt, family } = found.session;
    // The same session under a fresh id; a browser that was remembered stays remembered.
    const facts = { accountRef, hasSecondFactor, provenAt, userAgentFamily: input.userAgentFamily };
    const session = newSignIn(ports, { ...facts, isRemembered: family !== null }, ports.clock.now());
    await runAccountCommand(ports, {
      context: ownerContext(caller, accountRef),
      decide: (state) => [changePassword({ accountRef, deliveryId: notice.deliveryId }, state)],
      security: revokedIfAny(others, accountRef, 'password'),
      write: async (tx) => {
        if (!(await ports.book.setPassword(tx, accountRef, passwordVersion, stored))) throw new WrongPassword();
        await ports.sessions.remove(tx, accountRef, { kind: 'all' });
        if (hasEndedTokens) await ports.book.revokeTokens(tx, accountRef);
        await session.write(tx);
        await notice.write(tx);
      },
    });
    return session.cookies;
  };
}
