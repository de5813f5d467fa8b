import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgresServer } from '@onceover/postgres-server';
import { eventually } from '@onceover/testing/eventually';
import { ApiClient } from '../support/api-client.ts';
import type { Browser } from '../support/browser.ts';
import { LiveSocket } from '../support/live-socket.ts';
import { People } from '../support/people.ts';
import { spawnSplit } from '../support/spawn-split.ts';
import { startOwn } from './systems.ts';
import { type Cell, table } from './table.ts';

/**
 * Prints how soon a browser hears what was committed, with a process for each service: secrets are created and opened at one
 * gateway and watched at another. An owner's feed comes through Kafka and Redis, the page of a secret through Redis alone. In the
 * same run, in turn: the product in one process. Nothing passes or fails.
 */
const goalMs = 250;
const help = `npm run bench:live-split -- [--owners 20] [--per-second 50] [--seconds 10] [--rounds 3]

Prints how soon a browser at one gateway hears of what was done at another, from the answer on, beside one process.
Each secret is two events: it is created and opened. Nothing passes or fails.`;

const { values } = parseArgs({
  options: {
    owners: { type: 'string', default: '20' },
    'per-second': { type: 'string', default: '50' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
});
const [owners, perSecond] = [Number(values.owners), Number(values['per-second'])];
const secrets = perSecond * Number(values.seconds);
const atOnce = 8;
const patienceMs = 20_000;
const pageSockets = 50;

/** How often a secret could not be created, by the status of the answer, or its page not be watched. */
const refused = new Map<number | string, number>();
const kinds = ['created, in the feed', 'opened, in the feed', 'opened, on its page'] as const;
type Kind = (typeof kinds)[number];

const FEED = 'subscription ($after: ID) { secretActivity(after: $after) { kind } }';
const PAGE = 'subscription ($key: String!) { metadataChanged(key: $key) { state } }';

if (values.help) console.log(help);
else await bench();
process.exit();

/** One way in to act, and one to watch. */
interface Doors {
  readonly name: string;
  readonly acting: string;
  readonly watching: string;
  readonly mailDir: string;
}

/** What was done, when it was answered, and when it was heard. */
interface Told {
  readonly answered: number[];
  readonly heard: number[];
}

type Waits = Readonly<Record<Kind, number[]>>;

async function bench(): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'onceover-bench-live-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const mailDir = join(directory, 'mail');
  process.env.ONCEOVER_MAIL_DIR = mailDir;
  const own = stack.use(await startOwn('one process', join(directory, 'own')));
  const url = `http://127.0.0.1:${own.port}`;
  const settings = { max_connections: '200' };
  const postgres = stack.use(await startPostgresServer({ dataDir: join(directory, 'split'), settings }));
  const split = stack.use(await spawnSplit({ database: postgres.address, counts: { gateway: 2 } }));
  const [acting = '', watching = ''] = split.urls;
  const systems: readonly Doors[] = [
    { name: own.name, acting: url, watching: url, mailDir },
    { name: 'split', acting, watching, mailDir: split.mailDir },
  ];
  const watched = await Promise.all(systems.map(async (doors) => ({ doors, browsers: await signUpAll(doors) })));
  const all = new Map(systems.map(({ name }) => [name, noWaits()]));
  // The first round warms up.
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    for (const { doors, browsers } of round % 2 === 0 ? watched : watched.toReversed()) {
      const waits = await measure(doors, browsers);
      if (round > 0) for (const kind of kinds) all.get(doors.name)?.[kind].push(...waits[kind]);
    }
  }
  print(all);
}

function noWaits(): Waits {
  return { 'created, in the feed': [], 'opened, in the feed': [], 'opened, on its page': [] };
}

async function signUpAll({ acting: url, mailDir }: Doors): Promise<readonly Browser[]> {
  const people = new People({ url, mailDir, drain: async () => undefined, runAccounts: async () => undefined });
  const signUp = async () => {
    const person = await people.unverified();
    await people.verify(person);
    await eventually(() => people.signIn(person), { withinMs: 30_000, everyMs: 2000 });
    await person.browser.graph('{ plans { id } }'); // the form token comes with the first answer
    return person.browser;
  };
  const browsers: Browser[] = [];
  while (browsers.length < owners) {
    const some = Array.from({ length: Math.min(atOnce, owners - browsers.length) }, signUp);
    browsers.push(...(await Promise.all(some)));
  }
  return browsers;
}

/** An owner's browser with its feed, and what is told in it. */
interface Owner {
  readonly browser: Browser;
  readonly socket: LiveSocket;
  readonly created: Told;
  readonly opened: Told;
}

async function measure(doors: Doors, browsers: readonly Browser[]): Promise<Waits> {
  await using stack = new AsyncDisposableStack();
  const client = stack.use(new ApiClient(doors.acting));
  const page: Told = { answered: [], heard: [] };
  const all = await Promise.all(browsers.map((browser) => follow(doors, browser)));
  const pages = await Promise.all(Array.from({ length: pageSockets }, () => watchPages(doors, page)));
  for (const socket of pages) stack.use(socket);
  for (const { socket } of all) stack.use(socket);
  const started = performance.now();
  const lives: Promise<void>[] = [];
  for (let made = 0; made < secrets; made += 1) {
    const due = started + (made * 1000) / perSecond - performance.now();
    if (due > 0) await sleep(due);
    const owner = all[made % all.length];
    const watcher = pages[made % pages.length];
    if (owner !== undefined && watcher !== undefined) lives.push(live(owner, { client, watcher, page, number: made }));
  }
  await Promise.all(lives);
  const isHeard = ({ answered, heard }: Told) => heard.filter(Boolean).length >= answered.filter(Boolean).length;
  const isAllHeard = () => isHeard(page) && all.every(({ created, opened }) => isHeard(created) && isHeard(opened));
  for (const end = performance.now() + patienceMs; !isAllHeard() && performance.now() < end; ) await sleep(20);
  return {
    'created, in the feed': all.flatMap(({ created }) => waitsOf(created)),
    'opened, in the feed': all.flatMap(({ opened }) => waitsOf(opened)),
    'opened, on its page': waitsOf(page),
  };
}

function headersFor({ acting }: Doors, cookie?: string) {
  return { host: new URL(acting).host, origin: acting, ...(cookie !== undefined && { cookie }) };
}

/** A socket may have a few streams at a time: each ends with the page that it watches. */
async function watchPages(doors: Doors, page: Told): Promise<LiveSocket> {
  const live = await LiveSocket.connect(doors.watching, headersFor(doors));
  live.socket.on('message', (text) => {
    const at = performance.now();
    const { id, payload } = JSON.parse(String(text));
    if (payload?.data?.metadataChanged?.state !== 'RECEIVED') return;
    page.heard[Number(id)] = at;
    live.send({ id, type: 'complete' });
  });
  return live;
}

/** Of the same kind an owner is told in the order in which it happened; it does so far apart that no two meet. */
async function follow(doors: Doors, browser: Browser): Promise<Owner> {
  const after = (await browser.graph('{ activity { head } }')).json.data.activity.head;
  const socket = await LiveSocket.connect(doors.watching, headersFor(doors, browser.cookie), {
    shrimp: browser.shrimp,
  });
  const [created, opened]: [Told, Told] = [
    { answered: [], heard: [] },
    { answered: [], heard: [] },
  ];
  socket.socket.on('message', (text) => {
    const at = performance.now();
    const kind = JSON.parse(String(text)).payload?.data?.secretActivity?.kind;
    if (kind === 'CREATED') created.heard.push(at);
    if (kind === 'OPENED') opened.heard.push(at);
  });
  socket.subscribe('feed', FEED, { after });
  return { browser, socket, created, opened };
}

interface Watching {
  readonly client: ApiClient;
  readonly watcher: LiveSocket;
  readonly page: Told;
  readonly number: number;
}

/** A secret is created by its owner, watched by whoever has its private link, and opened by a stranger. */
async function live({ browser, created, opened }: Owner, { client, watcher, page, number }: Watching): Promise<void> {
  const { status, json } = await browser.post('/api/v2/secret/conceal', { secret: 'one of many' });
  if (status !== 200) {
    // On a machine that has more to do than it can.
    refused.set(status, (refused.get(status) ?? 0) + 1);
    return;
  }
  created.answered.push(performance.now());
  const { metadata, secret } = json.record;
  watcher.subscribe(String(number), PAGE, { key: metadata.key });
  const isWatched = await watcher
    .until(({ id, type }) => id === String(number) && type === 'next', patienceMs)
    .then(
      () => true,
      () => false,
    );
  await client.reveal(secret.key);
  const answeredAt = performance.now();
  opened.answered.push(answeredAt);
  if (isWatched) page.answered[number] = answeredAt;
  else refused.set('no stream', (refused.get('no stream') ?? 0) + 1);
}

/** Infinite where it was never heard. */
function waitsOf({ answered, heard }: Told): number[] {
  return answered.map((at, place) => (heard[place] ?? Number.POSITIVE_INFINITY) - at);
}

function print(all: ReadonlyMap<string, Waits>): void {
  const rows: Cell[][] = [['answered to heard, ms', 'system', 'p50', 'p95', 'p99', 'most', 'missed', 'goal']];
  for (const kind of kinds) {
    for (const [name, waits] of all) {
      const goal = name === 'split' && kind !== 'opened, on its page' ? `p99 ≤ ${goalMs}` : '';
      rows.push([kind, name, ...figuresOf(waits[kind]), goal]);
    }
  }
  console.log(
    `\n${owners} owners, ${perSecond} secrets a second, ${2 * perSecond} events a second\n\n${table(rows, 2)}\n`,
  );
  for (const [why, count] of refused) console.log(`not counted: ${count} secrets (${why})\n`);
}

function figuresOf(waits: readonly number[]): readonly number[] {
  const heard = waits.filter(Number.isFinite).toSorted((one, other) => one - other);
  const at = (share: number) => heard[Math.min(heard.length - 1, Math.floor(heard.length * share))] ?? Number.NaN;
  // Heard before the answer had come: no wait.
  return [...[0.5, 0.95, 0.99, 1].map((share) => Math.max(0, at(share))), waits.length - heard.length];
}
