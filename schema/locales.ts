/** Locales shipped so far: product code, BCP 47 tag, writing direction. `en` first; the rest in the specification's order. */
export const locales = [
  { code: 'en', tag: 'en', dir: 'ltr' },
  { code: 'he', tag: 'he', dir: 'rtl' },
] as const;

export type LocaleCode = (typeof locales)[number]['code'];
export const defaultLocale: LocaleCode = 'en';
