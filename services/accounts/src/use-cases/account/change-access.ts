import type { AccountDisabled } from '@onceover/schema/events/accounts';
import { newId } from '@onceover/service-kit/ids';
import { disable, enable } from '../../domain/account/account-changes.ts';
import { LastColonel } from '../../domain/account/account-errors.ts';
import { revokedIfAny } from '../../domain/session/security-events.ts';
import type { AccountRecord } from './account-book.ts';
import { type Operator, operatorContext, runAccountCommand, type Tx } from './account-command.ts';
import type { AccountPorts } from './account-ports.ts';
import type { PendingRequest } from './pending-request.ts';

const all = { kind: 'all' } as const;

export type Access = 'disabled' | 'enabled';
export type AccessReason = AccountDisabled['data']['reasonCode'];

/**
 * Disables an account, or enables it again; an operator's command. While it is disabled nobody can sign in to it, and its API
 * tokens do not work: whoever asks is answered as for a wrong password. Its sessions end in this commit; what its owner has
 * shared goes on. The owner is told by email, by the worker, as this command runs without the other services. Returns false
 * when it was so already.
 *
 * Refuses  account.last-colonel
 * Source   security 5.3, 5.9
 */
export function changeAccessUseCase(ports: Pick<AccountPorts, 'events' | 'book' | 'sessions' | 'pending' | 'clock'>) {
  return async (account: AccountRecord, access: Access, by: Operator, reasonCode: AccessReason): Promise<boolean> => {
    const { accountRef } = account;
    const sessions = await ports.sessions.count(accountRef, all);
    const change = access === 'disabled' ? disable : enable;
    return await runAccountCommand(ports, {
      context: operatorContext(by, accountRef),
      operator: { by, action: `account_${access}`, reasonCode },
      decide: (state) => change({ accountRef, reasonCode }, state),
      security: access === 'disabled' ? revokedIfAny(sessions, accountRef, 'operator') : [],
      write: async (tx) => {
        if (access === 'disabled') await shut(ports, tx, accountRef);
        else await ports.book.setDisabled(tx, accountRef, false);
        const notice = noticeOf(ports, account, access);
        if (account.isVerified) await ports.pending.put(newId(), notice, ports.clock.now(), tx);
      },
    });
  };
}

async function shut(
  { book, sessions }: Pick<AccountPorts, 'book' | 'sessions'>,
  tx: Tx,
  accountRef: string,
): Promise<void> {
  const colonels = await book.holdColonels(tx);
  if (colonels.length === 1 && colonels[0] === accountRef) throw new LastColonel();
  await book.setDisabled(tx, accountRef, true);
  await sessions.remove(tx, accountRef, all);
}

/** An address that was never proven may be somebody else's; they are told nothing. */
function noticeOf({ book }: Pick<AccountPorts, 'book'>, account: AccountRecord, access: Access): PendingRequest {
  return { kind: `account-${access}`, email: book.emailOf(account), locale: account.mailLocale };
}
