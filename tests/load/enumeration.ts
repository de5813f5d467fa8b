import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askedCount } from './asked-count.ts';
import { guessRate, median } from './classifier.ts';
import { HttpConnection, requestBytes } from './http-connection.ts';
import { startMain } from './start-up.ts';
import { table } from './table.ts';

/**
 * Prints how well the timing of an answer tells apart two cases that should look the same: whether an address has an
 * account, whether a link ever existed. Samples are taken in a shuffled order, each from a different network, so that no
 * limit applies. Nothing passes or fails; a guess that is right in more than 52 of 100 cases is a leak. Arguments: samples of
 * each case, then the names of pairs (all).
 */
const samples = askedCount('samples of each case', 2_000);
const chosen = process.argv.slice(3);
const warmUp = 100;
/** Fewer than the tries an address has before it must wait. */
const triesPerAccount = 4;
const password = 'seven plums in the icebox';
let networks = 0;

type Request = (index: number) => string;
interface Pair {
  readonly name: string;
  readonly first: readonly [what: string, request: Request];
  readonly second: readonly [what: string, request: Request];
}

const directory = mkdtempSync(join(tmpdir(), 'onceover-enumeration-'));
try {
  await run();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function run(): Promise<void> {
  await using main = await startMain({
    ONCEOVER_DATA_DIR: join(directory, 'data'),
    ONCEOVER_KEYS_DIR: join(directory, 'keys'),
    ONCEOVER_TRUSTED_PROXIES: '127.0.0.1',
  });
  const host = `127.0.0.1:${main.port}`;
  const connection = await HttpConnection.open('127.0.0.1', main.port);
  const ask = (request: string) => connection.send(request);
  const post = (path: string, fields: Record<string, string>) =>
    fromNewNetwork(requestBytes('POST', host, path, new URLSearchParams(fields).toString()));
  const get = (path: string) => fromNewNetwork(requestBytes('GET', host, path));

  const accounts = needsAccounts() ? Math.ceil((samples + warmUp) / triesPerAccount) : 0;
  for (let index = 0; index < accounts; index += 1) await ask(post('/api/v2/signup', signUpOf(known(index))));
  await settled(ask, get);
  const received = await receivedSecrets(ask, post);
  const pairs = pairsOf({ post, get, accounts, received });
  const rows: (string | number)[][] = [['', 'case', 'other case', 'median ms', 'median ms', 'guessed right', 'bytes']];
  for (const pair of pairs) if (isChosen(pair.name)) rows.push(await compare(pair, ask));
  connection.close();
  console.log(`\n${samples} samples of each case, in a shuffled order\n${table(rows)}\n`);
}

function isChosen(name: string): boolean {
  return chosen.length === 0 || chosen.includes(name);
}

function needsAccounts(): boolean {
  return ['sign-in', 'sign-up', 'reset', 'resend'].some(isChosen);
}

interface Material {
  readonly post: (path: string, fields: Record<string, string>) => string;
  readonly get: (path: string) => string;
  /** How many accounts there are. */
  readonly accounts: number;
  /** Keys of secrets that were opened. */
  readonly received: readonly string[];
}

/** Every two cases that must not be told apart. */
function pairsOf({ post, get, accounts, received }: Material): readonly Pair[] {
  const at = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item;
  // As many as of the others, and made before: a client that makes up a key is slower at what it does next.
  const strangers = received.map(randomKey);
  return [
    {
      name: 'sign-in',
      first: ['unknown', (index) => post('/api/v2/signin', { email: unknown(index), password: 'plums in a row' })],
      second: [
        'wrong password',
        (index) => post('/api/v2/signin', { email: known(index % accounts), password: 'plums in a row' }),
      ],
    },
    {
      name: 'sign-up',
      first: ['new address', (index) => post('/api/v2/signup', signUpOf(unknown(index)))],
      second: ['has an account', (index) => post('/api/v2/signup', signUpOf(known(index % accounts)))],
    },
    {
      name: 'reset',
      first: ['unknown', (index) => post('/api/v2/forgot', { email: `x${unknown(index)}` })],
      second: ['has an account', (index) => post('/api/v2/forgot', { email: known(index % accounts) })],
    },
    {
      name: 'resend',
      first: ['unknown', (index) => post('/api/v2/signup/resend', { email: `x${unknown(index)}` })],
      second: ['unverified', (index) => post('/api/v2/signup/resend', { email: known(index % accounts) })],
    },
    {
      name: 'secret',
      first: ['never existed', (index) => get(`/api/v2/secret/${at(strangers, index)}`)],
      second: ['received', (index) => get(`/api/v2/secret/${at(received, index)}`)],
    },
    {
      name: 'reveal',
      first: ['never existed', (index) => post(`/api/v2/secret/${at(strangers, index)}`, { continue: 'true' })],
      second: ['received', (index) => post(`/api/v2/secret/${at(received, index)}`, { continue: 'true' })],
    },
    {
      name: 'private',
      first: ['never existed', (index) => get(`/api/v2/private/${at(strangers, index)}`)],
      second: ["a received secret's key", (index) => get(`/api/v2/private/${at(received, index)}`)],
    },
  ];
}

async function compare(
  { name, first, second }: Pair,
  ask: (request: string) => Promise<{ status: number; body: string }>,
) {
  const times: [number[], number[]] = [[], []];
  const answers = new Set<string>();
  const done: [number, number] = [0, 0];
  for (const side of shuffled(samples + warmUp)) {
    const index = done[side];
    done[side] += 1;
    const request = (side === 0 ? first : second)[1](index);
    const started = performance.now();
    const { status, body } = await ask(request);
    const took = performance.now() - started;
    if (index >= warmUp) times[side].push(took);
    answers.add(`${status} ${body.replace(/[0-9a-z]{31}/g, 'KEY')}`);
  }
  const rate = `${(guessRate(times[0], times[1]) * 100).toFixed(1)} %`;
  const bytes = answers.size === 1 ? 'equal' : `${answers.size} answers`;
  return [name, first[0], second[0], median(times[0]), median(times[1]), rate, bytes];
}

/** Work left over from the previous pair is done once answers take their usual time again. */
async function settled(ask: (request: string) => Promise<unknown>, get: (path: string) => string): Promise<void> {
  for (let calm = 0; calm < 20; ) {
    const started = performance.now();
    await ask(get(`/api/v2/secret/${randomKey()}`));
    calm = performance.now() - started < 5 ? calm + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function receivedSecrets(
  ask: (request: string) => Promise<{ body: string }>,
  post: (path: string, fields: Record<string, string>) => string,
): Promise<string[]> {
  const keys: string[] = [];
  for (let index = 0; index < 200; index += 1) {
    const { body } = await ask(post('/api/v2/secret/conceal', { secret: 'tea at 5?' }));
    const key = (JSON.parse(body) as { record: { secret: { key: string } } }).record.secret.key;
    await ask(post(`/api/v2/secret/${key}`, { continue: 'true' }));
    keys.push(key);
  }
  return keys;
}

/** This many of each side in random order, so that work left over from one answer is done during any other. */
function shuffled(count: number): (0 | 1)[] {
  const sides = Array.from({ length: count * 2 }, (_, index) => (index % 2 === 0 ? 0 : 1) as 0 | 1);
  for (let left = sides.length - 1; left > 0; left -= 1) {
    const other = Math.floor(Math.random() * (left + 1));
    [sides[left], sides[other]] = [sides[other] ?? 0, sides[left] ?? 0];
  }
  return sides;
}

function signUpOf(email: string): Record<string, string> {
  return { email, password, password_confirm: password };
}

function known(index: number): string {
  return `known${String(index).padStart(6, '0')}@example.com`;
}

/** As long as a known address. */
function unknown(index: number): string {
  return `fresh${String(index).padStart(6, '0')}@example.com`;
}

function randomKey(): string {
  return Array.from({ length: 31 }, () => Math.floor(Math.random() * 36).toString(36)).join('');
}

/** Behind a trusted proxy every request can come from a different address. */
function fromNewNetwork(request: string): string {
  networks += 1;
  const address = `${11 + (networks >> 16)}.${(networks >> 8) & 255}.${networks & 255}.7`;
  return request.replace('\r\n', `\r\nX-Forwarded-For: ${address}\r\n`);
}
