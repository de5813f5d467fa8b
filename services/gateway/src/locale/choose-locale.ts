import { chooseLocaleCode, locales, productLocales } from '@onceover/schema/locales';
import { bestAccepted } from './accepted-languages.ts';

export type Locale = (typeof locales)[number];
export type MailLocale = (typeof productLocales)[number];

/** What says which language somebody wants, strongest first; languages that are not available are skipped. */
export interface LocaleWishes {
  readonly parameter?: string | undefined;
  readonly cookie?: string | undefined;
  readonly acceptLanguage?: string | undefined;
  readonly customer?: string | undefined;
}

function chooserAmong<Known extends Locale | MailLocale>(known: readonly Known[]) {
  const byCode = new Map<string, Known>(known.map((locale) => [locale.code, locale]));
  const codes = [...byCode.keys()];
  const accepted = bestAccepted(known);
  const of = (code: string | undefined) => (code === undefined ? undefined : byCode.get(code));
  const choose = ({ parameter, cookie, acceptLanguage, customer }: LocaleWishes): Known =>
    of(chooseLocaleCode([parameter, cookie, accepted(acceptLanguage)?.code, customer], codes)) as Known;
  return { of, choose };
}

const pages = chooserAmong<Locale>(locales);
const mails = chooserAmong<MailLocale>(productLocales);

/** The locale of a product code such as `pt_BR`; undefined if there are no pages in it. */
export const localeOf: (code: string | undefined) => Locale | undefined = pages.of;

/**
 * The locale of an answer: the parameter, else the cookie, else the browser's preference, else the customer's choice,
 * else English. Source: REST contract 1.2.
 */
export const chooseLocale: (wishes: LocaleWishes) => Locale = pages.choose;

/** The language of any email that a request causes: chosen in the same way among all that emails are written in. */
export const chooseMailLocale: (wishes: LocaleWishes) => MailLocale = mails.choose;
