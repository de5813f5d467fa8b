import { readFileSync } from 'node:fs';
import { bundleNames } from '@onceover/schema/languages/catalogs';
import type { BrowserContext } from '@playwright/test';
import { isPseudo, pseudoLocales, readBundle, type UiLocale } from '../../support/texts.ts';

const dist = new URL('../../../web/dist/', import.meta.url);

/** Gives the browser a pseudo-locale's texts in place of those of the language that stands for it. The product has no such language. */
export async function speakPseudo(context: BrowserContext, code: UiLocale): Promise<void> {
  if (!isPseudo(code)) return;
  const manifest: Record<string, { file: string }> = JSON.parse(readFileSync(new URL('manifest.json', dist), 'utf8'));
  const { stead } = pseudoLocales[code];
  for (const bundle of bundleNames) {
    const chunk = manifest[`src/i18n/locales/${stead}/${bundle}.json`];
    if (chunk === undefined) throw new Error(`the web build has no ${bundle} texts in ${stead}`);
    const body = `export default ${JSON.stringify(readBundle(code, bundle))};`;
    await context.route(`**/dist/${chunk.file}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  }
}
