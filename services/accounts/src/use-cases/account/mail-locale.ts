import { defaultLocale, mailLocales } from '@onceover/schema/locales';

/** A locale that mails are written in; the default for any other text. */
export function mailLocaleFrom(text: string): string {
  return mailLocales.find(({ code }) => code === text)?.code ?? defaultLocale;
}
