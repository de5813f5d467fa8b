import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locales } from '@onceover/schema/locales';
import { type WebShell, webShellSchema } from '@onceover/schema/web/shell';
import type { Manifest, Plugin } from 'vite';
import { documentTitle, type PageName, routeTable } from '../src/app/route-table.ts';
import { bundleId, colonelFrame, entries, lazyPages, localeFiles, stylesheet, themeScript } from './entries.ts';
import { chunkOf, staticClosure, stylesOf } from './manifest.ts';

interface ShellTexts {
  readonly noScript: string;
  readonly pages: Readonly<Partial<Record<string, { readonly title: string; readonly heading: string }>>>;
  readonly refusals: Readonly<Record<string, string>>;
  /** What a page is about; missing for a page that nobody is meant to find. */
  readonly descriptions: Readonly<Partial<Record<string, string>>>;
}

/**
 * Publishes the icons under their plain names, and the manifest of the app; writes `shell.json` after the build: what the
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
      const manifest = webManifest(await themeColors(root));
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(manifest) });
    },
    async closeBundle() {
      const dist = join(root, 'dist');
      const manifest: Manifest = JSON.parse(await readFile(join(dist, 'manifest.json'), 'utf8'));
      const shell = webShellSchema.parse(await describeShell(root, manifest));
      await writeFile(join(dist, 'shell.json'), `${JSON.stringify(shell, null, 2)}\n`);
    },
  };
}

/** What a device needs to keep the site as an app. It opens the form, never a secret. */
function webManifest({ light }: { readonly light: string }) {
  const icon = (src: string, sizes: string, purpose = 'any') => ({
    src,
    sizes,
    type: src.endsWith('svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: 'Onceover',
    short_name: 'Onceover',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    theme_color: light,
    background_color: light,
    icons: [
      icon('/favicon.svg', 'any'),
      icon('/icon-192.png', '192x192'),
      icon('/icon-512.png', '512x512'),
      icon('/icon-maskable-512.png', '512x512', 'maskable'),
    ],
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
          entryOf(manifest, { script: entries.app.script, page: [...frameOf(page), file] }),
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
  const read = async (code: string, bundle: 'core' | 'colonel' | 'shell') =>
    JSON.parse(await readFile(join(root, bundleId(code, bundle)), 'utf8'));
  const textsOf = async (code: string): Promise<ShellTexts> => {
    const core = await read(code, 'core');
    return {
      ...(await read(code, 'shell')),
      // The names of colonels' pages are in their own file, so that no other page carries them.
      pages: { ...core.pages, ...(await read(code, 'colonel')).pages },
      refusals: core.refusals,
    };
  };
  return new Map(await Promise.all(locales.map(async ({ code }) => [code, await textsOf(code)] as const)));
}

function wanted<Text>(texts: Readonly<Partial<Record<string, Text>>>, page: PageName): Text {
  const text = texts[page];
  if (text === undefined) throw new Error(`A text for the page ${page} is missing`);
  return text;
}
