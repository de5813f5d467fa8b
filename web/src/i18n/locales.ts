import { type Locale, type LocaleCode, locales } from '@onceover/schema/locales';

export type { LocaleCode } from '@onceover/schema/locales';

/** The languages of the product by code; a page offers those that the server supports. */
export const LOCALES = Object.fromEntries(locales.map((one) => [one.code, one])) as Readonly<
  Record<LocaleCode, Locale>
>;

export function isLocaleCode(code: string): code is LocaleCode {
  return Object.hasOwn(LOCALES, code);
}

/** i18next and `Intl` run on BCP 47; files, cookies, storage and the API use the product code. */
export function toTag(code: LocaleCode): string {
  return LOCALES[code].tag;
}

export function toCode(tag: string): LocaleCode | null {
  const wanted = tag.toLowerCase();
  return locales.find((one) => one.tag.toLowerCase() === wanted)?.code ?? null;
}

/** The languages whose texts are tried, in this order, before it is English: the language itself, then its sibling if it has one. */
export function fallbackChain(code: LocaleCode): readonly LocaleCode[] {
  const { fallback } = LOCALES[code];
  return fallback === null || fallback === 'en' || !isLocaleCode(fallback) ? [code] : [code, fallback];
}
