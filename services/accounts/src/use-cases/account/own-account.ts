import type { Caller } from '@onceover/schema/caller';
import { operatorOnly } from '@onceover/schema/colonel-proof';
import type { CustomerFacts } from '@onceover/schema/internal/customer';
import { locales } from '@onceover/schema/locales';
import { isId } from '@onceover/service-kit/ids';
import { changeLocale } from '../../domain/account/account-changes.ts';
import { UnsupportedLocale } from '../../domain/account/account-errors.ts';
import type { AccountBook, AccountRecord } from './account-book.ts';
import { ownerContext, runAccountCommand } from './account-command.ts';
import type { AccountPorts } from './account-ports.ts';
import { customerWith } from './asking-customer.ts';

/** A customer, as they see themselves and as colonels see them. */
export interface CustomerView
  extends Pick<
    AccountRecord,
    | 'accountRef'
    | 'role'
    | 'planId'
    | 'isVerified'
    | 'isDisabled'
    | 'locale'
    | 'createdAt'
    | 'lastSignInAt'
    | 'isTwoStepOn'
  > {
  readonly custid: string;
}

type Book = Pick<AccountBook, 'find' | 'emailOf'>;

/**
 * The caller's own account; null for visitors, and for one that was closed a moment ago.
 *
 * Refuses  a token without the scope: `NotAuthorizedError`
 */
export function viewAccountUseCase({ book }: { readonly book: Book }) {
  return async (caller: Caller): Promise<CustomerView | null> => {
    if (caller.kind === 'anonymous') return null;
    return await viewOf(book, customerWith(caller, 'account').accountRef);
  };
}

/** Any customer, for a colonel; null when there is none. Throws `NotAuthorizedError` for everybody else. */
export function viewCustomerUseCase({ book }: { readonly book: Book }) {
  return async (accountRef: string, caller: Caller): Promise<CustomerView | null> => {
    operatorOnly(caller);
    return isId(accountRef) ? await viewOf(book, accountRef) : null;
  };
}

/** A customer as others may see them; null when there is none. */
export async function viewOf(book: Book, accountRef: string): Promise<CustomerView | null> {
  const account = await book.find(accountRef);
  if (account === null) return null;
  const { role, planId, isVerified, isDisabled, locale, createdAt, lastSignInAt, isTwoStepOn } = account;
  const custid = book.emailOf(account);
  return { accountRef, custid, role, planId, isVerified, isDisabled, locale, createdAt, lastSignInAt, isTwoStepOn };
}

/** How many recovery codes the account has left; 0 while two-step sign-in is off. */
export function countRecoveryCodesUseCase({ twoStep }: Pick<AccountPorts, 'twoStep'>) {
  return async ({ accountRef, isTwoStepOn }: CustomerView): Promise<number> =>
    isTwoStepOn ? ((await twoStep.find(accountRef))?.recoveryCodesLeft ?? 0) : 0;
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
      decide: (state) => {
        oldLocale = 'locale' in state ? state.locale : null;
        return changeLocale({ accountRef, locale }, state);
      },
      write: (tx) => ports.book.setLocale(tx, accountRef, locale),
    });
    return { newLocale: locale, oldLocale };
  };
}
