/**
 * Locales that pages are shipped in so far: product code, BCP 47 tag, writing direction. `en` first; the rest in the
 * specification's order.
 */
export const locales = [
  { code: 'en', tag: 'en', dir: 'ltr' },
  { code: 'he', tag: 'he', dir: 'rtl' },
] as const;

export type LocaleCode = (typeof locales)[number]['code'];
export const defaultLocale: LocaleCode = 'en';

/** Locales that mails are written in: all of the specification's, in its order after `en`. */
export const mailLocales = [
  { code: 'en', tag: 'en', dir: 'ltr' },
  { code: 'ar', tag: 'ar', dir: 'rtl' },
  { code: 'bg', tag: 'bg', dir: 'ltr' },
  { code: 'ca_ES', tag: 'ca-ES', dir: 'ltr' },
  { code: 'cn', tag: 'zh-Hans-CN', dir: 'ltr' },
  { code: 'cs', tag: 'cs', dir: 'ltr' },
  { code: 'da_DK', tag: 'da-DK', dir: 'ltr' },
  { code: 'de', tag: 'de', dir: 'ltr' },
  { code: 'el_GR', tag: 'el-GR', dir: 'ltr' },
  { code: 'es', tag: 'es', dir: 'ltr' },
  { code: 'fr', tag: 'fr', dir: 'ltr' },
  { code: 'fr_FR', tag: 'fr-FR', dir: 'ltr' },
  { code: 'he', tag: 'he', dir: 'rtl' },
  { code: 'hu', tag: 'hu', dir: 'ltr' },
  { code: 'it_IT', tag: 'it-IT', dir: 'ltr' },
  { code: 'nl', tag: 'nl', dir: 'ltr' },
  { code: 'pl', tag: 'pl', dir: 'ltr' },
  { code: 'pt_BR', tag: 'pt-BR', dir: 'ltr' },
  { code: 'pt_PT', tag: 'pt-PT', dir: 'ltr' },
  { code: 'ru', tag: 'ru', dir: 'ltr' },
  { code: 'sl_SI', tag: 'sl-SI', dir: 'ltr' },
  { code: 'sv_SE', tag: 'sv-SE', dir: 'ltr' },
  { code: 'tr', tag: 'tr', dir: 'ltr' },
  { code: 'uk', tag: 'uk', dir: 'ltr' },
  { code: 'vi', tag: 'vi', dir: 'ltr' },
] as const;

export type MailLocaleCode = (typeof mailLocales)[number]['code'];
