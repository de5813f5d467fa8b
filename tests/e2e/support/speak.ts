import { readFileSync } from 'node:fs';
import { type LocaleCode, locales } from '@onceover/schema/locales';
import type { Page } from '@playwright/test';
import { isPseudo, pseudoLocales, readBundle, type UiLocale } from '../../support/texts.ts';
import { speakPseudo } from './pseudo-bundles.ts';

const dist = new URL('../../../web/dist/', import.meta.url);

/** The part of i18next's interface that is used here. */
interface Translator {
  readonly language: string;
  readonly services: { readonly resourceStore: { readonly data: Record<string, object> } };
  addResourceBundle(tag: string, name: string, texts: object, deep: boolean, overwrite: boolean): void;
  changeLanguage(tag: string): Promise<unknown>;
}

/**
 * Shows a page in another language as it stands, with its dialogs and menus open, as the choice of a language does; but it is saved
 * nowhere, and the language may be one that only tests speak.
 */
export async function speak(page: Page, code: UiLocale): Promise<void> {
  const { tag, dir } = localeOf(code);
  const vendor = vendorAddress();
  const names = await page.evaluate(async (address) => {
    const exported: unknown[] = Object.values(await import(address));
    const isTranslator = (one: unknown): one is Translator =>
      typeof one === 'object' && one !== null && 'addResourceBundle' in one && 'changeLanguage' in one;
    const translator = exported.find(isTranslator);
    if (translator === undefined) throw new Error('the page has no i18next');
    Object.assign(window, { translator });
    return Object.keys(translator.services.resourceStore.data[translator.language] ?? {});
  }, vendor);
  const read = (of: UiLocale) => names.map((name): [string, object] => [name, readBundle(of, name)]);
  const texts = { [tag]: read(code), en: read('en') };
  await page.evaluate(
    async ({ texts, tag, dir }) => {
      const { translator } = window as unknown as { translator: Translator };
      for (const [language, bundles] of Object.entries(texts))
        for (const [name, words] of bundles) translator.addResourceBundle(language, name, words, true, true);
      // A pseudo-locale has the tag of the language that it stands for, and what knows the tag does not read texts again.
      if (translator.language === tag) {
        await translator.changeLanguage('en');
        await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      }
      await translator.changeLanguage(tag);
      Object.assign(document.documentElement, { lang: tag, dir });
    },
    { texts, tag, dir },
  );
}

/** The next page that is opened is in that language. */
export async function speakNext(page: Page, code: UiLocale): Promise<void> {
  await page.context().unrouteAll();
  await speakPseudo(page.context(), code);
  await page.evaluate((chosen) => localStorage.setItem('selected.locale', chosen), localeOf(code).code);
}

function localeOf(code: UiLocale) {
  const shown: LocaleCode = isPseudo(code) ? pseudoLocales[code].stead : code;
  const known = locales.find((one) => one.code === shown);
  if (known === undefined) throw new Error(`there is no language ${code}`);
  return known;
}

/** The file of the web build that has React and i18next, which all others import. */
function vendorAddress(): string {
  const manifest: Record<string, { readonly name?: string; readonly file: string }> = JSON.parse(
    readFileSync(new URL('manifest.json', dist), 'utf8'),
  );
  const vendor = Object.values(manifest).find(({ name }) => name === 'vendor');
  if (vendor === undefined) throw new Error('the web build has no file of the vendors');
  return `/dist/${vendor.file}`;
}
