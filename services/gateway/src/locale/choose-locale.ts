import { chooseLocaleCode, locales } from '@onceover/schema/locales';
import { acceptedLocale } from './accepted-languages.ts';

export type Locale = (typeof locales)[number];

/** What says which language somebody wants, strongest first; languages that are not available are skipped. */
export interface LocaleWishes {
  readonly parameter?: string | undefined;
  readonly cookie?: string | undefined;
  readonly acceptLanguage?: string | undefined;
  readonly customer?: string | undefined;
}

const byCode = new Map<string, Locale>(locales.map((locale) => [locale.code, locale]));
const codes = [...byCode.keys()];

/** The locale of a product code such as `pt_BR`; undefined if there is none. */
export function localeOf(code: string | undefined): Locale | undefined {
  return code === undefined ? undefined : byCode.get(code);
}

/**
 * The locale of an answer, and of any email that a request causes: the parameter, else the cookie, else the browser's preference,
 * else the customer's choice, else English. Source: REST contract 1.2.
 */
export function chooseLocale({ parameter, cookie, acceptLanguage, customer }: LocaleWishes): Locale {
  const code = chooseLocaleCode([parameter, cookie, acceptedLocale(acceptLanguage)?.code, customer], codes);
  return localeOf(code) ?? locales[0];
}
