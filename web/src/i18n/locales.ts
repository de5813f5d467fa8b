import { type Locale, type ProductLocaleCode, productLocales } from '@onceover/schema/locales';

export type LocaleCode = ProductLocaleCode;

/** All languages of the product by code; a page offers those that are shipped and supported. */
export const LOCALES = Object.fromEntries(productLocales.map((one) => [one.code, one])) as Readonly<
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
  return productLocales.find((one) => one.tag.toLowerCase() === wanted)?.code ?? null;
}
