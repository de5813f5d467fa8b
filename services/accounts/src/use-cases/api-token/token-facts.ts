import type { AccountBook } from '../ports.ts';
import type { TokenPorts } from './token-ports.ts';

/** What a token's holder is told to be; null for accounts that are not verified, disabled or closed. */
export function tokenFacts(book: Pick<AccountBook, 'find' | 'emailOf'>): TokenPorts['factsOf'] {
  return async (accountRef) => {
    const account = await book.find(accountRef);
    if (account === null || !account.isVerified || account.isDisabled) return null;
    const { planId, role, isTwoStepOn, locale } = account;
    return { accountRef, custid: book.emailOf(account), planId, role, hasSecondFactor: false, isTwoStepOn, locale };
  };
}
