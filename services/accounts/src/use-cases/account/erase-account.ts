import type { CommandContext } from '@onceover/event-store';
import type { AccountState } from '../../domain/account/account.ts';
import { erase } from '../../domain/account/decisions.ts';
import type { AccountPorts, AccountRecord } from '../ports.ts';
import { revokedIfAny } from '../session/establish-session.ts';
import { runAccountCommand } from './account-command.ts';

/**
 * Closes an account: its row and everything that hangs on it goes in the commit of the event, the key of what stays in
 * the log included. What other parts of the service hold ends before. `mayErase` has the last word, in the same commit.
 *
 * Source  events 6.3
 */
export async function eraseAccount(
  ports: Pick<AccountPorts, 'events' | 'book' | 'sessions' | 'beforeErasure'>,
  account: AccountRecord,
  context: CommandContext,
  mayErase: (state: AccountState) => boolean = () => true,
): Promise<void> {
  const { accountRef } = account;
  for (const end of ports.beforeErasure) await end(accountRef);
  const sessions = await ports.sessions.count(accountRef, { kind: 'all' });
  await runAccountCommand(ports, {
    context,
    accountRef,
    decide: (state) => (mayErase(state) ? erase({ accountRef }, state) : []),
    security: revokedIfAny(sessions, accountRef, 'erased'),
    write: (tx) => ports.book.erase(tx, account),
  });
}
