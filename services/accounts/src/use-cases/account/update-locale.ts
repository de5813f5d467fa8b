import type { Caller } from '@onceover/graphql-kit/caller';
import { locales } from '@onceover/schema/locales';
import { changeLocale } from '../../domain/account/account-changes.ts';
import { UnsupportedLocale } from '../../domain/account/account-errors.ts';
import { ownerContext, runAccountCommand } from './account-command.ts';
import type { AccountPorts } from './account-ports.ts';
import { customerWith } from './asking-customer.ts';

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
