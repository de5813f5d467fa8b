import { changeRole } from '../../domain/account/account-changes.ts';
import { revokedIfAny } from '../../domain/session/security-events.ts';
import type { AccountRecord } from './account-book.ts';
import { operatorContext, runAccountCommand } from './account-command.ts';
import type { AccountPorts } from './account-ports.ts';

const all = { kind: 'all' } as const;

/** Gives or takes the role of a colonel; an operator's command. Every session ends, as their rights change. */
export function changeRoleUseCase(ports: Pick<AccountPorts, 'events' | 'book' | 'sessions'>) {
  return async ({ accountRef }: AccountRecord, role: AccountRecord['role']): Promise<boolean> => {
    const sessions = await ports.sessions.count(accountRef, all);
    return await runAccountCommand(ports, {
      context: operatorContext('command-line', accountRef),
      operator: { by: 'command-line', action: `${role}_made`, reasonCode: 'command-line' },
      decide: (state) => changeRole({ accountRef, role }, state),
      security: revokedIfAny(sessions, accountRef, 'operator'),
      write: async (tx) => {
        await ports.book.setRole(tx, accountRef, role);
        await ports.sessions.remove(tx, accountRef, all);
      },
    });
  };
}
