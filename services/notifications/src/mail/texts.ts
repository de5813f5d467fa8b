import { locales } from '@onceover/schema/locales';
import { textsByLocale } from './texts.generated.ts';

/** Every sentence of every email, in one language. `{name}` stands for a value. */
export type MailTexts = (typeof textsByLocale)['en'];

export interface MailLanguage {
  readonly texts: MailTexts;
  /** BCP 47. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
}

/** The language of a locale code; English for a code that is not shipped. */
export function mailLanguage(code: string): MailLanguage {
  const { code: known, tag, dir } = locales.find((locale) => locale.code === code) ?? locales[0];
  return { texts: textsByLocale[known], tag, direction: dir };
}
