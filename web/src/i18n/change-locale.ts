import i18next from 'i18next';
import { storeChoice } from '../lib/stored-choice.ts';
import { type BundleName, loadBundle } from './bundles.ts';
import { LOCALES, type LocaleCode, toTag } from './locales.ts';

let neededBundles: readonly BundleName[] = ['core'];

/** Shows the page in a language. False when its texts could not be loaded: then the page is in English. */
export async function applyLocale(code: LocaleCode, bundles: readonly BundleName[] = neededBundles): Promise<boolean> {
  neededBundles = bundles;
  const loaded = await loadTexts(code);
  if (!loaded && code !== 'en') await loadTexts('en');
  await show(loaded ? code : 'en');
  return loaded;
}

/** A person's own choice: applied, and kept for the next visit and for the server's shell. */
export async function chooseLocale(code: LocaleCode): Promise<boolean> {
  const loaded = await applyLocale(code);
  if (loaded) {
    storeChoice('selected.locale', code);
    const secure = location.protocol === 'https:' ? '; secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser we serve
    document.cookie = `locale=${code}; path=/; max-age=31536000; samesite=lax${secure}`;
  }
  return loaded;
}

async function loadTexts(code: LocaleCode): Promise<boolean> {
  const tag = toTag(code);
  const missing = neededBundles.filter((name) => !i18next.hasResourceBundle(tag, name));
  try {
    await Promise.all(
      missing.map(async (name) => i18next.addResourceBundle(tag, name, await loadBundle(code, name), true, true)),
    );
    return true;
  } catch {
    return false;
  }
}

async function show(code: LocaleCode): Promise<void> {
  const { dir, bcp47 } = LOCALES[code];
  await i18next.changeLanguage(bcp47);
  document.documentElement.lang = bcp47;
  document.documentElement.dir = dir;
}
