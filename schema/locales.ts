/** A language of the product: pages and emails are in all of them. */
export interface Locale {
  /** As files, cookies, storage and the API name it. */
  readonly code: string;
  /** BCP 47, for `Intl`, `lang` and headers. */
  readonly tag: string;
  /** As the header `Content-Language` names it. */
  readonly contentLanguage: string;
  /** Its own name. */
  readonly name: string;
  readonly dir: 'ltr' | 'rtl';
  /** Product code of the language that missing texts come from; null for English. */
  readonly fallback: string | null;
}

function locale<const Code extends string>(
  code: Code,
  tag: string,
  name: string,
  more: Partial<Pick<Locale, 'dir' | 'fallback' | 'contentLanguage'>> = {},
): Locale & { readonly code: Code } {
  return { code, tag, contentLanguage: tag, name, dir: 'ltr', fallback: 'en', ...more };
}

/** `en` first, the rest in the specification's order. */
export const locales = [
  locale('en', 'en', 'English', { fallback: null }),
  locale('ar', 'ar', 'العربية', { dir: 'rtl' }),
  locale('bg', 'bg', 'български'),
  locale('ca_ES', 'ca-ES', 'català'),
  locale('cn', 'zh-Hans-CN', '简体中文', { contentLanguage: 'zh' }),
  locale('cs', 'cs', 'čeština'),
  locale('da_DK', 'da-DK', 'dansk'),
  locale('de', 'de', 'Deutsch'),
  locale('el_GR', 'el-GR', 'Ελληνικά'),
  locale('es', 'es', 'español'),
  locale('fr', 'fr', 'français', { fallback: 'fr_FR' }),
  locale('fr_FR', 'fr-FR', 'français (France)', { fallback: 'fr' }),
  locale('he', 'he', 'עברית', { dir: 'rtl' }),
  locale('hu', 'hu', 'magyar'),
  locale('it_IT', 'it-IT', 'italiano'),
  locale('nl', 'nl', 'Nederlands'),
  locale('pl', 'pl', 'polski'),
  locale('pt_BR', 'pt-BR', 'português (Brasil)', { fallback: 'pt_PT' }),
  locale('pt_PT', 'pt-PT', 'português (Portugal)', { fallback: 'pt_BR' }),
  locale('ru', 'ru', 'русский'),
  locale('sl_SI', 'sl-SI', 'slovenščina'),
  locale('sv_SE', 'sv-SE', 'svenska'),
  locale('tr', 'tr', 'Türkçe'),
  locale('uk', 'uk', 'українська'),
  locale('vi', 'vi', 'Tiếng Việt'),
] as const;

export type LocaleCode = (typeof locales)[number]['code'];
export const defaultLocale = 'en' satisfies LocaleCode;

/**
 * Decides which language somebody gets: the first of their wishes that is on offer, else English. A wish that is not on
 * offer is skipped and told to `onUnknown`. What counts as a wish, and in which order, is the asker's to say.
 */
export function chooseLocaleCode<Code extends string>(
  wishes: readonly (string | null | undefined)[],
  offered: readonly Code[],
  onUnknown?: (code: string) => void,
): Code | typeof defaultLocale {
  for (const wish of wishes) {
    if (wish === null || wish === undefined || wish === '') continue;
    const found = offered.find((code) => code === wish);
    if (found !== undefined) return found;
    onUnknown?.(wish);
  }
  return defaultLocale;
}
