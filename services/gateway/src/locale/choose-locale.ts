import { chooseLocaleCode, locales, productLocales } from '@onceover/schema/locales';
import { bestAccepted } from './accepted-languages.ts';

export type Locale = (typeof locales)[number];
export type MailLocale = (typeof productLocales)[number];

/** What may say which language somebody wants, in the order in which it is heard; values that are not shipped are skipped. */
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

/** The locale of a product code such as `pt_BR`; undefined when no page is shipped in it. */
export const localeOf: (code: string | undefined) => Locale | undefined = pages.of;

/**
 * The locale of an answer: a parameter, else the cookie, else the browser's wish, else what the customer chose, else
 * English. Source: REST contract 1.2.
 */
export const chooseLocale: (wishes: LocaleWishes) => Locale = pages.choose;

/** The language of the emails a request causes: by the same wishes, among all that emails are written in. */
export const chooseMailLocale: (wishes: LocaleWishes) => MailLocale = mails.choose;
