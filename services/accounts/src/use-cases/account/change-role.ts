import { newId } from '@onceover/service-kit/ids';
import { changeRole } from '../../domain/account/decisions.ts';
import type { AccountPorts, AccountRecord } from '../ports.ts';
import { revokedIfAny } from '../session/establish-session.ts';
import { runAccountCommand, systemContext } from './account-command.ts';

const all = { kind: 'all' } as const;

/** Gives or takes the role of a colonel; an operator's command. Every session ends, as their rights change. */
export function changeRoleUseCase(ports: Pick<AccountPorts, 'events' | 'book' | 'sessions'>) {
  return async ({ accountRef }: AccountRecord, role: AccountRecord['role']): Promise<boolean> => {
    const sessions = await ports.sessions.count(accountRef, all);
    return await runAccountCommand(ports, {
      context: systemContext(`role:${newId()}`, accountRef),
      accountRef,
      decide: (state) => changeRole({ accountRef, role }, state),
      security: revokedIfAny(sessions, accountRef, 'operator'),
      write: async (tx) => {
        await ports.book.setRole(tx, accountRef, role);
        await ports.sessions.remove(tx, accountRef, all);
      },
    });
  };
}

/** Signs an account out everywhere; gives how many sessions there were. */
export function endAllSessionsUseCase(ports: Pick<AccountPorts, 'events' | 'sessions'>) {
  return async ({ accountRef }: AccountRecord): Promise<number> => {
    const count = await ports.sessions.count(accountRef, all);
    await runAccountCommand(ports, {
      context: systemContext(`end-sessions:${newId()}`, accountRef),
      accountRef,
      security: revokedIfAny(count, accountRef, 'operator'),
      write: (tx) => ports.sessions.remove(tx, accountRef, all),
    });
    return count;
  };
}
