import { DuplicateCommand } from '@onceover/event-store';
import type { AccountPorts } from '../ports.ts';
import { systemContext } from './account-command.ts';
import { eraseAccount } from './erase-account.ts';

const days = 7;
const atOnce = 100;

/** Addresses nobody verified are not kept: such accounts go after seven days. Gives how many went. */
export function eraseUnverifiedUseCase(ports: AccountPorts) {
  return async (): Promise<number> => {
    const before = new Date(ports.clock.now().getTime() - days * 86_400_000);
    const due = await ports.book.listUnverified(before, atOnce);
    for (const accountRef of due) {
      const account = await ports.book.find(accountRef);
      if (account === null || account.isVerified) continue;
      try {
        const context = systemContext(`unverified:${accountRef}`, accountRef);
        // Its owner may open the link at this very moment.
        await eraseAccount(ports, account, context, ({ status }) => status === 'unverified');
      } catch (error) {
        if (!(error instanceof DuplicateCommand)) throw error;
      }
    }
    return due.length;
  };
}
