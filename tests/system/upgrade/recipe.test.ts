import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@onceover/testing/eventually';
import { expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { temporaryPlace } from '../../support/temporary-place.ts';

/* The recipe of docs/UPGRADING.md, typed as it stands there, in a checkout of its own with an origin of its own. */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The lines of the first block of commands below a heading. */
function recipeBelow(heading: string): readonly string[] {
  const text = readFileSync(path.join(ROOT, 'docs', 'UPGRADING.md'), 'utf8');
  const [, block = ''] = /```sh\n([^`]*)```/.exec(text.slice(text.indexOf(`\n## ${heading}\n`))) ?? [];
  return block.split('\n').filter((line) => line !== '');
}

function sh(cwd: string, line: string): string {
  return execFileSync('sh', ['-ec', line], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** What the root of a checkout holds besides the program: tests, and what is made while somebody works here. */
const NOT_THE_PROGRAM = /^(?:\.git|\.kafka|\.turbo|node_modules|coverage|tests|data(?:-.*)?)$/;

/** A repository with this version, and a next one, each with its tag; the files are those of this checkout, committed or not. */
function makeOrigin(origin: string): void {
  mkdirSync(origin);
  const isSource = (file: string) => path.basename(file) !== 'node_modules';
  for (const name of readdirSync(ROOT).filter((each) => !NOT_THE_PROGRAM.test(each)))
    cpSync(path.join(ROOT, name), path.join(origin, name), { recursive: true, filter: isSource });
  sh(origin, 'git init -q -b main && git config user.name test && git config user.email test@example.com');
  sh(origin, 'git add -A && git commit -q -m "release: this version" && git tag v0.1.0');
  sh(
    origin,
    `sed -i.old 's/"version": "[0-9.]*"/"version": "1000.1.0"/' schema/package.json && rm schema/package.json.old`,
  );
  sh(origin, 'git commit -q -a -m "release: the next version" && git tag v0.2.0');
}

/** What npm installs is shared with this checkout; the packages of the repository are the checkout's own. */
function linkInstalled(checkout: string): void {
  const [from, to] = [path.join(ROOT, 'node_modules'), path.join(checkout, 'node_modules')];
  mkdirSync(path.join(to, '@onceover'), { recursive: true });
  const isOwn = (name: string) => name === '@onceover' || name.startsWith('.cache') || name.startsWith('.vite');
  for (const name of readdirSync(from)) if (!isOwn(name)) symlinkSync(path.join(from, name), path.join(to, name));
  for (const name of readdirSync(path.join(from, '@onceover'))) {
    const there = path.relative(ROOT, realpathSync(path.join(from, '@onceover', name)));
    symlinkSync(path.join(checkout, there), path.join(to, '@onceover', name));
  }
  // Said by the bootstrap itself: this is what package-lock.json lists.
  rmSync(path.join(to, '.installed-from'), { force: true });
  const stamp = `const { hashOf } = await import('./infra/bootstrap/source-hash.js');
    fs.writeFileSync('node_modules/.installed-from', hashOf(['package-lock.json']))`;
  execFileSync(process.execPath, ['--input-type=module', '-e', `import fs from 'node:fs'; ${stamp}`], {
    cwd: checkout,
  });
}

class Typed implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  output = '';

  constructor(cwd: string, line: string) {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ONCEOVER_PORT: '0', ONCEOVER_RATE_LIMITS: 'off' };
    this.#child = spawn('sh', ['-c', `exec ${line}`], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    this.#ended = new Promise((ended) => this.#child.once('close', ended));
  }

  url(): Promise<string> {
    const found = async () =>
      /Onceover is ready: (\S+)/.exec(this.output)?.[1] ?? Promise.reject(new Error(this.output));
    return eventually(found, { withinMs: 200_000, everyMs: 100 });
  }

  /** As Ctrl-C does: to everything that it has started. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.pid !== undefined && this.#child.exitCode === null) process.kill(-this.#child.pid, 'SIGINT');
    await this.#ended;
  }
}

test('the recipe for one machine: the new version is fetched, built and started, and what waited opens', async () => {
  using place = temporaryPlace();
  const [origin, checkout] = [path.join(place.path, 'origin'), path.join(place.path, 'checkout')];
  makeOrigin(origin);
  sh(place.path, `git clone -q origin checkout && cd checkout && git checkout -q v0.1.0`);
  linkInstalled(checkout);
  const recipe = recipeBelow('On one machine');
  expect(recipe.at(-1)).toBe('npm start');
  let waiting: { readonly secretKey: string };
  {
    await using old = new Typed(checkout, 'npm start');
    using client = new ApiClient(await old.url());
    expect((await client.get('/api/v2/version')).body.version).not.toEqual(['1000', '1', '0']);
    waiting = await client.conceal('waits for the upgrade');
  }
  for (const line of recipe.slice(0, -1)) sh(checkout, line);
  await using upgraded = new Typed(checkout, recipe.at(-1) ?? '');
  using client = new ApiClient(await upgraded.url());
  expect((await client.get('/api/v2/version')).body.version).toEqual(['1000', '1', '0']);
  expect((await client.reveal(waiting.secretKey)).body.record.secret_value).toBe('waits for the upgrade');
});
