import { DuplicateCommand } from '@onceover/event-store';
import { verify } from '../../domain/account/decisions.ts';
import type { AccountPorts } from '../ports.ts';
import { runAccountCommand, systemContext } from './account-command.ts';

/** Records that the account's verification secret was opened. Once, however often it is asked. */
export function verifyAccountUseCase(ports: Pick<AccountPorts, 'events' | 'book'>) {
  return async (accountRef: string): Promise<void> => {
    try {
      await runAccountCommand(ports, {
        context: systemContext(`verify:${accountRef}`, accountRef),
        accountRef,
        decide: (state) => verify({ accountRef }, state),
        write: (tx) => ports.book.setVerified(tx, accountRef),
      });
    } catch (error) {
      if (!(error instanceof DuplicateCommand)) throw error;
    }
  };
}
