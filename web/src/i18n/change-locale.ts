import i18next from 'i18next';
import { storeChoice } from '../site/stored-choice.ts';
import { type BundleName, loadBundle } from './bundles.ts';
import { showPageNotice } from './language-notice.ts';
import { fallbackChain, LOCALES, type LocaleCode, toCode, toTag } from './locales.ts';

let neededBundles: readonly BundleName[] = ['core'];
let markReady: () => void;
const isReady = new Promise<void>((ready) => {
  markReady = ready;
});

/** Shows the page in a language, or its sibling. False when neither could be loaded: then the page is in English. */
export async function applyLocale(code: LocaleCode, bundles: readonly BundleName[] = []): Promise<boolean> {
  need(bundles);
  const loaded = await firstLoaded(fallbackChain(code));
  if (loaded === undefined && code !== 'en') await loadTexts('en');
  await show(loaded ?? 'en');
  markReady();
  return loaded !== undefined;
}

async function firstLoaded(codes: readonly LocaleCode[]): Promise<LocaleCode | undefined> {
  for (const code of codes) if (await loadTexts(code)) return code;
  return undefined;
}

/** Adds the texts that a page needs, in the current language; English replaces what cannot be loaded. */
export async function requireTexts(bundles: readonly BundleName[]): Promise<void> {
  need(bundles);
  await isReady;
  const code = toCode(i18next.language) ?? 'en';
  if (!(await loadTexts(code)) && !(await loadTexts('en'))) throw new TypeError('A text module could not be loaded');
}

let onChosen: ((code: LocaleCode) => void) | undefined;

/** Told of every choice, for whoever saves a person's language elsewhere. */
export function onLocaleChosen(hear: (code: LocaleCode) => void): void {
  onChosen = hear;
}

/** A person's own choice: applied, and saved for the next visit and for the server's pages. False, and a notice, if it failed. */
export async function chooseLocale(code: LocaleCode): Promise<boolean> {
  const loaded = await applyLocale(code);
  if (loaded) {
    storeChoice('selected.locale', code);
    const secure = location.protocol === 'https:' ? '; secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser we serve
    document.cookie = `locale=${code}; path=/; max-age=31536000; samesite=lax${secure}`;
    onChosen?.(code);
  }
  showPageNotice(loaded ? null : 'language-failed');
  return loaded;
}

function need(bundles: readonly BundleName[]): void {
  neededBundles = [...new Set([...neededBundles, ...bundles])];
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
  const { dir, tag } = LOCALES[code];
  await i18next.changeLanguage(tag);
  document.documentElement.lang = tag;
  document.documentElement.dir = dir;
}
