import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { locales } from '@onceover/schema/locales';
import { workerPath } from '@onceover/schema/web/app-files';
import { build, type Plugin } from 'vite';
import type { OfflineParts } from '../src/worker/offline-page.ts';
import { stylesheet, themeScript } from './entries.ts';
import { textsOf } from './texts-of.ts';

const directory = 'src/worker';
const virtual = 'virtual:offline-parts';

/**
 * Builds the service worker: one classic script without a hash in its name, which holds all that it ever shows. It is no part of a
 * page and shares no file with one.
 */
export function serviceWorkerPlugin(root: string): Plugin {
  return {
    name: 'onceover-service-worker',
    apply: 'build',
    async generateBundle() {
      const parts = await offlineParts(root);
      const source = await bundled(
        root,
        `${directory}/service-worker.ts`,
        `export const parts = ${JSON.stringify(parts)};`,
      );
      const name = workerPath.slice(1);
      const forms = [
        [name, Buffer.from(source)],
        [`${name}.br`, await promisify(brotliCompress)(source)],
        [`${name}.gz`, await promisify(gzip)(source, { level: 9 })],
      ] as const;
      for (const [fileName, bytes] of forms) this.emitFile({ type: 'asset', fileName, source: bytes });
    },
  };
}

/** The one file that comes of an entry. */
async function bundled(root: string, entry: string, parts: string): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'onceover-offline-parts',
        resolveId: (id) => (id === virtual ? `\0${virtual}` : undefined),
        load: (id) => (id === `\0${virtual}` ? parts : undefined),
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(root, entry), output: { format: 'iife' } },
    },
  });
  const [only] = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (only?.type !== 'chunk') throw new Error(`${entry} did not become one script`);
  return only.code.trim();
}

async function offlineParts(root: string): Promise<OfflineParts> {
  const [style, theme, look, texts] = await Promise.all([
    offlineStyle(root),
    bundled(root, themeScript, ''),
    bundled(root, `${directory}/offline-script.ts`, ''),
    Promise.all(locales.map(async ({ code }) => [code, await offlineTexts(root, code)] as const)),
  ]);
  const script = `${theme};${look}`;
  const rules = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { texts: Object.fromEntries(texts) as OfflineParts['texts'], style, script, policy: rules.join('; ') };
}

async function offlineTexts(root: string, code: string) {
  const [shell, core] = [await textsOf(root, code, 'shell'), await textsOf(root, code, 'core')];
  return { heading: shell.offline.heading, text: shell.offline.text, retry: core.errors.retry };
}

/** The page's own rules, with those values of the site's that they name. */
async function offlineStyle(root: string): Promise<string> {
  const rules = await readFile(join(root, directory, 'offline-page.css'), 'utf8');
  const site = await readFile(join(root, stylesheet), 'utf8');
  const values = [...new Set(rules.match(/--[\w-]+/g))].map((name) => {
    const [, value] = new RegExp(`^\\s*${name}:([^;]+);`, 'm').exec(site) ?? [];
    if (value === undefined) throw new Error(`${stylesheet} has no ${name}`);
    return `${name}:${value};`;
  });
  return `:root{${values.join('')}}${rules}`.replaceAll(/\s+/g, ' ').replaceAll(/ ?([{};,]) ?/g, '$1');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
