import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { pageData } from '../site/page-data.ts';
import { readChoice } from '../site/stored-choice.ts';
import type { BundleName } from './bundles.ts';
import { applyLocale } from './change-locale.ts';
import { detectLocale } from './detect-locale.ts';
import englishCore from './locales/en/core.json';
import { isLocaleCode, type LocaleCode } from './locales.ts';

/** The languages this page offers: those that the server supports, in its order. */
export function offeredLocales(): readonly LocaleCode[] {
  return pageData().supportedLocales.filter(isLocaleCode);
}

/**
 * Starts i18next in the page's language; false if that language could not be loaded and English replaced it.
 * English core texts are compiled in, so there are always words to show.
 */
export async function setUpI18n(bundles: readonly BundleName[]): Promise<boolean> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    load: 'currentOnly',
    ns: ['core'],
    defaultNS: 'core',
    resources: { en: { core: englishCore } },
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
  });
  const query = new URLSearchParams(location.search).get('locale');
  const found = { query, stored: readChoice('selected.locale'), server: pageData().locale };
  const code = detectLocale(found, offeredLocales(), warnUnsupported);
  return applyLocale(isLocaleCode(code) ? code : 'en', bundles);
}

function warnUnsupported(code: string): void {
  // biome-ignore lint/suspicious/noConsole: the specification asks for a warning about an unsupported language
  console.warn('The language is not supported', code.slice(0, 10));
}
