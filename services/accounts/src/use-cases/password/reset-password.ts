import type { Caller } from '@onceover/graphql-kit/caller';
import { sha256 } from '@onceover/service-kit/crypto';
import { BadResetKey } from '../../domain/account/account-errors.ts';
import { resetPassword } from '../../domain/account/decisions.ts';
import { checkPassword } from '../../domain/account/password-rules.ts';
import { ownerContext, runAccountCommand } from '../account/account-command.ts';
import type { AccountPorts, AccountRecord } from '../ports.ts';
import { revokedIfAny } from '../session/establish-session.ts';
import { passwordNotice } from './password-notice.ts';

export interface ResetPasswordInput {
  readonly resetKey: string;
  readonly password: string;
  readonly passwordConfirm: string;
}

const all = { kind: 'all' } as const;

/**
 * Sets a new password by a mailed key, once. Ends every session and signs nobody in; two-step sign-in stays on. The key
 * proves the address, so it verifies the account, too.
 *
 * Refuses  account.bad-reset-key, .password-too-short, -too-long, -too-common, -mismatch
 * Source   security 5.3
 */
export function resetPasswordUseCase(ports: AccountPorts) {
  return async ({ resetKey, password, passwordConfirm }: ResetPasswordInput, caller: Caller): Promise<void> => {
    const keyHash = sha256(resetKey);
    const account = await accountOf(ports, keyHash);
    checkPassword(password, passwordConfirm, ports.book.emailOf(account), ports.passwordRules);
    const stored = await ports.passwords.hash(password);
    const notice = await passwordNotice(ports, account);
    const { accountRef, passwordVersion } = account;
    const sessions = await ports.sessions.count(accountRef, all);
    await runAccountCommand(ports, {
      context: ownerContext(caller, accountRef),
      accountRef,
      decide: (state) => resetPassword({ accountRef, deliveryId: notice.deliveryId }, state),
      security: revokedIfAny(sessions, accountRef, 'password'),
      write: async (tx) => {
        if (!(await ports.book.takeResetKey(tx, keyHash))) throw new BadResetKey();
        if (!(await ports.book.setPassword(tx, accountRef, passwordVersion, stored))) throw new BadResetKey();
        if (!account.isVerified) await ports.book.setVerified(tx, accountRef);
        await ports.sessions.remove(tx, accountRef, all);
        await ports.failures.clear(tx, account);
        await notice.write(tx);
      },
    });
  };
}

async function accountOf({ book, clock }: AccountPorts, keyHash: Buffer): Promise<AccountRecord> {
  const found = await book.findResetKey(keyHash);
  if (found === null || found.until <= clock.now()) throw new BadResetKey();
  const account = await book.find(found.accountRef);
  if (account === null || account.isDisabled) throw new BadResetKey();
  if (account.passwordVersion !== found.passwordVersion) throw new BadResetKey();
  return account;
}
