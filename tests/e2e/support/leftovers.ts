import { flatten } from '@onceover/schema/languages/catalogs';
import type { Page } from '@playwright/test';
import { readTexts, type UiLocale } from '../../support/texts.ts';

const known = new Map<UiLocale, ReadonlySet<string>>();

interface Looked {
  readonly own: UiLocale;
  /** All that the page is shown in, from the one that it was entered in. */
  readonly languages: readonly UiLocale[];
}

/** Texts in English, and in the other languages that the page is shown in, which it has in its own. */
export async function leftovers(page: Page, { own, languages }: Looked): Promise<string[]> {
  // What has been announced is said once, in the language of that moment.
  const said = own === languages[0] ? '' : ', [id^="announcer-"]';
  const shown = await page.evaluate((skipped) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest(skipped)) continue;
      found.push(node.textContent?.trim() ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '');
    }
    return found;
  }, `script, style, noscript, [lang="en"]${said}`);
  const ofOwn = textsOf(own);
  const others = [...new Set<UiLocale>(['en', ...languages])].filter((code) => code !== own).map(textsOf);
  return [...new Set(shown)].filter(
    (text) => !ofOwn.has(text) && isSentence(text) && others.some((texts) => texts.has(text)),
  );
}

function textsOf(code: UiLocale): ReadonlySet<string> {
  const texts =
    known.get(code) ??
    new Set(Object.entries(readTexts(code)).flatMap(([bundle, group]) => [...flatten(group, bundle).values()]));
  known.set(code, texts);
  return texts;
}

/** At least two words, and no name of a plan: those are the same everywhere. */
function isSentence(text: string): boolean {
  return /\p{Lo}{2}.* .*\p{Lo}{2}|\p{Ll}{3}.* .*\p{Ll}{3}/u.test(text) && !/^(Global Elite|Identity Plus)$/.test(text);
}
