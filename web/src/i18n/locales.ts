/** A language of the product: its BCP 47 tag, its own name, its direction, where missing texts come from. */
export interface Locale {
  readonly bcp47: string;
  readonly name: string;
  readonly dir: 'ltr' | 'rtl';
  readonly fallback: string | null;
}

const locale = (bcp47: string, name: string, fallback = 'en', dir: Locale['dir'] = 'ltr'): Locale => ({
  bcp47,
  name,
  dir,
  fallback,
});

/** All languages of the specification by product code; a page offers those that are shipped and supported. */
export const LOCALES = {
  ar: locale('ar', 'العربية', 'en', 'rtl'),
  bg: locale('bg', 'български'),
  ca_ES: locale('ca-ES', 'català'),
  cn: locale('zh-Hans-CN', '简体中文'),
  cs: locale('cs', 'čeština'),
  da_DK: locale('da-DK', 'dansk'),
  de: locale('de', 'Deutsch'),
  el_GR: locale('el-GR', 'Ελληνικά'),
  en: { bcp47: 'en', name: 'English', dir: 'ltr', fallback: null } satisfies Locale as Locale,
  es: locale('es', 'español'),
  fr: locale('fr', 'français', 'fr_FR'),
  fr_FR: locale('fr-FR', 'français (France)', 'fr'),
  he: locale('he', 'עברית', 'en', 'rtl'),
  hu: locale('hu', 'magyar'),
  it_IT: locale('it-IT', 'italiano'),
  nl: locale('nl', 'Nederlands'),
  pl: locale('pl', 'polski'),
  pt_BR: locale('pt-BR', 'português (Brasil)', 'pt_PT'),
  pt_PT: locale('pt-PT', 'português (Portugal)', 'pt_BR'),
  ru: locale('ru', 'русский'),
  sl_SI: locale('sl-SI', 'slovenščina'),
  sv_SE: locale('sv-SE', 'svenska'),
  tr: locale('tr', 'Türkçe'),
  uk: locale('uk', 'українська'),
  vi: locale('vi', 'Tiếng Việt'),
} as const satisfies Readonly<Record<string, Locale>>;

export type LocaleCode = keyof typeof LOCALES;

export function isLocaleCode(code: string): code is LocaleCode {
  return Object.hasOwn(LOCALES, code);
}

/** i18next and `Intl` run on BCP 47; files, cookies, storage and the API use the product code. */
export function toTag(code: LocaleCode): string {
  return LOCALES[code].bcp47;
}

export function toCode(tag: string): LocaleCode | null {
  const wanted = tag.toLowerCase();
  const found = Object.entries(LOCALES).find(([, { bcp47 }]) => bcp47.toLowerCase() === wanted);
  return found === undefined ? null : (found[0] as LocaleCode);
}
