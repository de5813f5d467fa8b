import type { Caller } from '@onceover/graphql-kit/caller';
import type { CustomerFacts } from '@onceover/schema/internal/customer';
import { locales } from '@onceover/schema/locales';
import { changeLocale } from '../../domain/account/account-changes.ts';
import { UnsupportedLocale } from '../../domain/account/account-errors.ts';
import type { AccountBook, AccountRecord } from './account-book.ts';
import { ownerContext, runAccountCommand } from './account-command.ts';
import type { AccountPorts } from './account-ports.ts';
import { customerWith } from './asking-customer.ts';

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

/** What the gateway is told about an account whose session or token was good. */
export function customerFactsOf(
  { book }: { readonly book: Pick<AccountBook, 'emailOf'> },
  account: AccountRecord,
  hasSecondFactor: boolean,
): CustomerFacts {
  const { accountRef, planId, role, isTwoStepOn, locale } = account;
  return { accountRef, custid: book.emailOf(account), planId, role, hasSecondFactor, isTwoStepOn, locale };
}

/**
 * Chooses the language of pages and emails.
 *
 * Refuses  account.unsupported-locale
 * Source   REST contract 7
 */
export function updateLocaleUseCase(ports: Pick<AccountPorts, 'events' | 'book'>) {
  return async (wanted: string, caller: Caller): Promise<{ newLocale: string; oldLocale: string | null }> => {
    const { accountRef } = customerWith(caller, 'account');
    const locale = locales.find(({ code }) => code === wanted)?.code;
    if (locale === undefined) throw new UnsupportedLocale();
    let oldLocale: string | null = null;
    await runAccountCommand(ports, {
      context: ownerContext(caller, accountRef),
      accountRef,
      decide: (state) => {
        oldLocale = 'locale' in state ? state.locale : null;
        return changeLocale({ accountRef, locale }, state);
      },
      write: (tx) => ports.book.setLocale(tx, accountRef, locale),
    });
    return { newLocale: locale, oldLocale };
  };
}
