import type { Caller } from '@onceover/graphql-kit/caller';
import type { AccountPorts, AccountRecord } from '../ports.ts';
import { customerWith } from './customer-with.ts';

/** An account as its owner sees it. */
export interface AccountView {
  readonly account: AccountRecord;
  readonly custid: string;
  readonly recoveryCodesLeft: number;
}

/**
 * The caller's own account; null for visitors, and for one that was closed a moment ago.
 *
 * Refuses  a token without the scope: `NotAuthorizedError`
 */
export function viewAccountUseCase({ book, twoStep }: Pick<AccountPorts, 'book' | 'twoStep'>) {
  return async (caller: Caller): Promise<AccountView | null> => {
    if (caller.kind === 'anonymous') return null;
    const { accountRef } = customerWith(caller, 'account');
    const account = await book.find(accountRef);
    if (account === null) return null;
    const { recoveryCodesLeft = 0 } = (account.isTwoStepOn ? await twoStep.find(accountRef) : null) ?? {};
    return { account, custid: book.emailOf(account), recoveryCodesLeft };
  };
}
