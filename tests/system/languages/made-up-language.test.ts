import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readJson, webFiles } from '@onceover/schema/languages/catalogs';
import { longPseudo, mapTexts } from '@onceover/schema/languages/pseudo';
import { beforeAll, expect, test } from 'vitest';
import { temporaryPlace } from '../../support/temporary-place.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const place = temporaryPlace();
const copy = path.join(place.path, 'house');

/** The house with one language more: a line in the list of languages, its folder, and its emails. */
beforeAll(() => {
  copyHouse();
  edit('schema/locales.ts', (text) =>
    text.replace("  locale('vi',", "  locale('eo', 'eo', 'Esperanto'),\n  locale('vi',"),
  );
  for (const file of webFiles) speak(`web/src/i18n/locales/eo/${file}.json`, `web/src/i18n/locales/en/${file}.json`);
  speak('services/notifications/src/mail/locales/eo.json', 'services/notifications/src/mail/locales/en.json');
  run('schema/scripts/codegen.ts');
  run('node_modules/vite/bin/vite.js', 'build', 'web', '--config', 'web/vite.config.ts');
  return () => place[Symbol.dispose]();
}, 240_000);

test('its pages are built, with title, heading, words for errors and a file for each part of the site', () => {
  const shell = readJson(path.join(copy, 'web/dist/shell.json')) as {
    routes: { pattern: string; title: Record<string, string> }[];
    notices: Record<string, Record<string, string>>;
    localePreloads: Record<string, string[]>;
  };
  const home = shell.routes.find(({ pattern }) => pattern === '/');
  expect(home?.title.eo).toMatch(/^⟦.*⟧ · Onceover$/);
  expect(shell.notices.eo?.unavailable).toMatch(/^⟦/);
  const [list, core] = shell.localePreloads.eo ?? [];
  for (const file of [list, core]) expect(existsSync(path.join(copy, 'web/dist', file ?? 'missing'))).toBe(true);
  expect(readFileSync(path.join(copy, 'web/dist', core ?? ''), 'utf8')).toContain('⟦');
});

test('browsers that ask for it get it, and emails are written in it', () => {
  const asked = `
    import { chooseLocale } from './services/gateway/src/locale/choose-locale.ts';
    import { mailLanguage } from './services/notifications/src/mail/texts.ts';
    const { code, name } = chooseLocale({ acceptLanguage: 'eo-XX, de;q=0.5' });
    console.log(JSON.stringify([code, name, mailLanguage('eo').tag, mailLanguage('eo').texts.common.open]));
  `;
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', asked], { cwd: copy, encoding: 'utf8' });
  expect(JSON.parse(answer)).toEqual(['eo', 'Esperanto', 'eo', expect.stringMatching(/^⟦/)]);
});

test('the check says what else a language needs', () => {
  const { status, stdout } = spawnSync(process.execPath, ['schema/languages/check.ts'], {
    cwd: copy,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout).toContain('eo is not in docs/languages');
  expect(stdout).toContain('eo is not in the dictionaries of schema/languages/spelling.ts');
});

/** Its own sources, and a folder of packages whose own workspaces are those of the copy. */
function copyHouse(): void {
  for (const part of ['schema', 'web', 'packages', 'services', 'docs', 'package.json', 'tsconfig.base.json']) {
    const isOurs = (from: string) => !/\/(node_modules|dist)(\/|$)/.test(from.slice(root.length));
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true, filter: isOurs });
  }
  const packages = path.join(copy, 'node_modules');
  mkdirSync(path.join(packages, '@onceover'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name !== '@onceover') symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name));
  }
  for (const workspace of workspaces()) {
    const { name } = readJson(path.join(copy, workspace, 'package.json')) as { name: string };
    symlinkSync(path.join(copy, workspace), path.join(packages, name));
    const own = path.join(root, workspace, 'node_modules');
    if (existsSync(own)) symlinkSync(own, path.join(copy, workspace, 'node_modules'));
  }
}

function workspaces(): string[] {
  const below = ['packages', 'services'].flatMap((folder) =>
    readdirSync(path.join(copy, folder)).map((name) => `${folder}/${name}`),
  );
  return ['schema', 'web', ...below];
}

function speak(file: string, english: string): void {
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
  writeFileSync(path.join(copy, file), JSON.stringify(mapTexts(readJson(path.join(root, english)), longPseudo)));
}

function edit(file: string, change: (text: string) => string): void {
  const text = readFileSync(path.join(copy, file), 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(path.join(copy, file), changed);
}

function run(program: string, ...words: string[]): void {
  execFileSync(process.execPath, [program, ...words], { cwd: copy, stdio: 'pipe' });
}
