import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locales } from '@onceover/schema/locales';
import { type WebShell, webShellSchema } from '@onceover/schema/web/shell';
import type { Manifest, Plugin } from 'vite';
import { documentTitle, type PageName, routeTable } from '../src/app/route-table.ts';
import { bundleId, colonelFrame, entries, lazyPages, localeFiles, stylesheet, themeScript } from './entries.ts';
import { chunkOf, staticClosure, stylesOf } from './manifest.ts';
import { textsOf } from './texts-of.ts';
import { webManifests } from './web-manifests.ts';

interface ShellTexts {
  readonly noScript: string;
  readonly pages: Readonly<Partial<Record<string, { readonly title: string; readonly heading: string }>>>;
  readonly refusals: Readonly<Record<string, string>>;
  /** What a page is about; missing for a page that nobody is meant to find. */
  readonly descriptions: Readonly<Partial<Record<string, string>>>;
}

/**
 * Publishes the icons under their plain names, and the manifests of the app; writes `shell.json` after the build: what the
 * gateway needs to render a page's static shell.
 */
export function shellPlugin(root: string): Plugin {
  return {
    name: 'onceover-shell',
    apply: 'build',
    async generateBundle() {
      const icons = join(root, 'src/app/icons');
      for (const fileName of await readdir(icons)) {
        this.emitFile({ type: 'asset', fileName, source: await readFile(join(icons, fileName)) });
      }
      const { light } = await themeColors(root);
      for (const [fileName, manifest] of await webManifests(root, light)) {
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(manifest) });
      }
    },
    async closeBundle() {
      const dist = join(root, 'dist');
      const manifest: Manifest = JSON.parse(await readFile(join(dist, 'manifest.json'), 'utf8'));
      const shell = webShellSchema.parse(await describeShell(root, manifest));
      await writeFile(join(dist, 'shell.json'), `${JSON.stringify(shell, null, 2)}\n`);
    },
  };
}

/** The background of the pages in either theme, as the styles have it. */
async function themeColors(root: string): Promise<{ light: string; dark: string }> {
  const styles = await readFile(join(root, stylesheet), 'utf8');
  const [, light, dark] = /--color-bg: light-dark\((#\w{6}), (#\w{6})\)/.exec(styles) ?? [];
  if (light === undefined || dark === undefined) throw new Error(`${stylesheet} has no --color-bg for both themes`);
  return { light, dark };
}

async function describeShell(root: string, manifest: Manifest): Promise<WebShell> {
  const texts = await readTexts(root);
  const localized = (pick: (texts: ShellTexts) => string) =>
    Object.fromEntries([...texts].map(([code, own]) => [code, pick(own)]));
  const wordsOf = (page: PageName) => ({
    title: localized(({ pages }) => documentTitle(page, wanted(pages, page).title)),
    heading: localized(({ pages }) => wanted(pages, page).heading),
  });
  const isDescribed = (page: PageName) => texts.get('en')?.descriptions[page] !== undefined;
  const descriptionOf = (page: PageName) =>
    isDescribed(page) ? { description: localized(({ descriptions }) => wanted(descriptions, page)) } : {};
  const routes = routeTable.map(({ pattern, entry, page, isPrivate }) => ({
    pattern,
    entry: page in lazyPages ? page : entry,
    ...wordsOf(page),
    ...descriptionOf(page),
    isPrivate,
  }));
  return {
    themeScript: chunkOf(manifest, themeScript).file,
    entries: {
      app: entryOf(manifest, entries.app),
      secret: entryOf(manifest, entries.secret),
      ...Object.fromEntries(
        Object.entries(lazyPages).map(([page, file]) => [
          page,
          entryOf(manifest, { script: entries.app.script, page: [...entries.app.page, ...frameOf(page), file] }),
        ]),
      ),
    },
    routes,
    notFound: { entry: 'app', ...wordsOf('notFound') },
    themeColors: await themeColors(root),
    noScript: localized(({ noScript }) => noScript),
    notices: Object.fromEntries([...texts].map(([code, { refusals }]) => [code, refusals])),
    localePreloads: Object.fromEntries(locales.map(({ code }) => [code, localePreloadsOf(manifest, code)])),
  };
}

function frameOf(page: string): readonly string[] {
  return page.startsWith('colonel') ? colonelFrame : [];
}

function entryOf(manifest: Manifest, { script, page }: { script: string; page: readonly string[] }) {
  const files = staticClosure(manifest, [script, ...page])
    .filter((id) => id !== script)
    .map((id) => chunkOf(manifest, id).file);
  const styles = [chunkOf(manifest, stylesheet).file, ...stylesOf(manifest, [script, ...page])];
  return { script: chunkOf(manifest, script).file, preloads: files, styles: [...new Set(styles)] };
}

/** English core texts are compiled in; every other locale loads its own file, and the list that says where it is. */
function localePreloadsOf(manifest: Manifest, code: string): string[] {
  return code === 'en' ? [] : [localeFiles, bundleId(code, 'core')].map((id) => chunkOf(manifest, id).file);
}

async function readTexts(root: string): Promise<Map<string, ShellTexts>> {
  const ownTexts = async (code: string): Promise<ShellTexts> => {
    const core = await textsOf(root, code, 'core');
    return {
      ...(await textsOf(root, code, 'shell')),
      // The names of colonels' pages are in their own file, so that no other page carries them.
      pages: { ...core.pages, ...(await textsOf(root, code, 'colonel')).pages },
      refusals: core.refusals,
    };
  };
  return new Map(await Promise.all(locales.map(async ({ code }) => [code, await ownTexts(code)] as const)));
}

function wanted<Text>(texts: Readonly<Partial<Record<string, Text>>>, page: PageName): Text {
  const text = texts[page];
  if (text === undefined) throw new Error(`A text for the page ${page} is missing`);
  return text;
}
