import { DuplicateCommand } from '@onceover/event-store';
import type { Caller } from '@onceover/schema/caller';
import { ignoring } from '@onceover/service-kit/errors';
import type { AccountState } from '../../domain/account/account.ts';
import { erase } from '../../domain/account/account-changes.ts';
import { PasswordRequired, WrongPasswordConfirmation } from '../../domain/account/account-errors.ts';
import { revokedIfAny } from '../../domain/session/security-events.ts';
import type { AccountRecord } from './account-book.ts';
import { type AccountContext, ownerContext, runAccountCommand, systemContext } from './account-command.ts';
import type { AccountPorts } from './account-ports.ts';
import { sessionCustomer } from './asking-customer.ts';
import { confirmPassword } from './confirm-password.ts';

const unverifiedDays = 7;
const atOnce = 100;

/**
 * Closes the caller's account for ever.
 *
 * Refuses  account.password-required, .wrong-password-confirmation, .too-many-tries
 * Source   REST contract 7
 */
export function deleteAccountUseCase(ports: AccountPorts) {
  return async (password: string, caller: Caller): Promise<void> => {
    const { account } = await sessionCustomer(ports, caller);
    if (password === '') throw new PasswordRequired();
    await confirmPassword(ports, account, password, () => new WrongPasswordConfirmation());
    await eraseAccount(ports, account, ownerContext(caller, account.accountRef));
  };
}

/** Unverified addresses are not kept: such accounts are deleted after seven days. Returns how many were. */
export function eraseUnverifiedUseCase(ports: AccountPorts) {
  return async (): Promise<number> => {
    const before = new Date(ports.clock.now().getTime() - unverifiedDays * 86_400_000);
    const due = await ports.book.listUnverified(before, atOnce);
    for (const accountRef of due) {
      const account = await ports.book.find(accountRef);
      if (account === null || account.isVerified) continue;
      const context = systemContext(`unverified:${accountRef}`, accountRef);
      // Its owner may be opening the link at this very moment.
      const erasure = eraseAccount(ports, account, context, ({ status }) => status === 'unverified');
      await erasure.catch(ignoring(DuplicateCommand));
    }
    return due.length;
  };
}

/**
 * Closes an account: its row and everything that hangs on it go in the commit of the event, the key of what stays in
 * the log included. Other parts of the service end what they hold before. `mayErase` has the last word, in the same commit.
 *
 * Source  events 6.3
 */
async function eraseAccount(
  ports: Pick<AccountPorts, 'events' | 'book' | 'sessions' | 'beforeErasure'>,
  account: AccountRecord,
  context: AccountContext,
  mayErase: (state: AccountState) => boolean = () => true,
): Promise<void> {
  const { accountRef } = account;
  for (const end of ports.beforeErasure) await end(accountRef);
  const sessions = await ports.sessions.count(accountRef, { kind: 'all' });
  await runAccountCommand(ports, {
    context,
    decide: (state) => (mayErase(state) ? erase({ accountRef }, state) : []),
    security: revokedIfAny(sessions, accountRef, 'erased'),
    write: (tx) => ports.book.erase(tx, account),
  });
}
