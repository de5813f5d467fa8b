import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectionString, type PostgresAddress, startPostgresServer } from '@onceover/postgres-server';
import { ApiClient } from '../support/api-client.ts';
import { spawnSystem } from '../support/spawn-system.ts';
import { temporaryPlace } from '../support/temporary-place.ts';
import { openProofPlace } from './place.ts';
import { type ProofRow, reportProof } from './proof-result.ts';
import { judgeFlatness, type Rule, type Sample } from './soak/flatness.ts';
import { measure, type Watched } from './soak/measure.ts';
import { SteadyVisitors } from './soak/steady-visitors.ts';

/** Lets visitors come at a tenth of the peak for hours, and compares how the system is in the end with how it was at first. */
const ABOUT = `Visitors came at a steady pace: they shared 1 KiB for five minutes, looked, and seven of ten opened it, one tried again, one burned it, one
forgot it. Besides, secrets that nobody opened waited all the time. Memory, descriptors and times to answer in the last quarter are compared with those of the first, after a
sixth for warming up; of tables and logs it is compared how fast they grow. In the end a part of the waiting secrets was opened, over all epochs.`;
const SAMPLES = 120;
const OPENED_AT_ONCE = 64;
const OPENED_AT_THE_END = 500;

const RULES: readonly Rule[] = [
  { is: (name) => name.endsWith('MB of memory'), kind: 'level', times: 1.1, slack: 25 },
  { is: (name) => name.endsWith('descriptors'), kind: 'level', times: 1, slack: 5 },
  { is: (name) => name.endsWith('ms, half'), kind: 'level', times: 1.5, slack: 2 },
  { is: (name) => name.endsWith('ms, 99 of 100'), kind: 'level', times: 2, slack: 25 },
  { is: (name) => name.endsWith('KB of log'), kind: 'growth', times: 1.3, slack: 1 },
  { is: (name) => name.endsWith('MB of tables'), kind: 'growth', times: 1.3, slack: 0.25 },
];

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '6' },
    'per-second': { type: 'string', default: '250' },
    live: { type: 'string', default: '1000000' },
    profile: { type: 'string', default: 'embedded,distributed' },
    help: { type: 'boolean', default: false },
  },
});
const help = `node tests/prove/soak.ts [--hours 6] [--per-second 250] [--live 1000000] [--profile embedded,distributed]

Lets visitors come at a steady pace for so long, beside so many secrets that wait, and compares how the system is in the end with how it was at first.`;

/** The product under load. */
interface Soaked extends AsyncDisposable {
  readonly urls: readonly string[];
  readonly database: PostgresAddress;
  readonly processes: readonly Watched[];
}

const start: Readonly<Record<string, () => Promise<Soaked>>> = {
  embedded: startEmbedded,
  distributed: startDistributed,
};

async function startEmbedded(): Promise<Soaked> {
  await using stack = new AsyncDisposableStack();
  const { path, dataDir, keysDir } = stack.use(temporaryPlace());
  const postgres = stack.use(await startPostgresServer({ dataDir: `${path}/server` }));
  const env = { ONCEOVER_DATABASE_URL: connectionString(postgres.address), ONCEOVER_LOG_LEVEL: 'warn' };
  const system = stack.use(spawnSystem({ dataDir, keysDir, env }));
  const urls = [await system.ready];
  const owned = stack.move();
  return {
    urls,
    database: postgres.address,
    processes: [{ name: 'onceover', pid: system.pid, printed: () => system.output.length }],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function startDistributed(): Promise<Soaked> {
  const place = await openProofPlace({ gateway: 2 });
  const processes = place.split.all.map((each, index) => ({
    name: `${each.name} ${index}`,
    pid: each.pid,
    printed: () => each.output.length,
  }));
  return {
    urls: place.split.urls,
    database: place.postgres.address,
    processes,
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

async function soak(profile: string): Promise<ProofRow> {
  const begin = start[profile];
  if (begin === undefined) throw new Error(`${profile} is not a profile: embedded or distributed`);
  await using soaked = await begin();
  const [url = ''] = soaked.urls;
  const waiting = await fill(url, Number(values.live));
  using visitors = new SteadyVisitors(soaked.urls);
  visitors.begin(Number(values['per-second']));
  const samples = await watch(soaked, visitors);
  await visitors.end();
  const lost = await openSome(url, waiting);
  const verdicts = judgeFlatness(samples, RULES);
  const rising = verdicts.filter(({ isFlat }) => !isFlat);
  for (const { name, first, last, isFlat } of verdicts)
    console.log(`${isFlat ? 'flat  ' : 'RISING'} ${name}: ${first.toFixed(2)} → ${last.toFixed(2)}`);
  const memory = verdicts.filter(({ name }) => name.endsWith('MB of memory'));
  const sum = (which: 'first' | 'last') => Math.round(memory.reduce((all, verdict) => all + verdict[which], 0));
  return {
    cells: [profile, visitors.cycles, waiting.length, verdicts.length, `${sum('first')} → ${sum('last')} MB`, lost],
    problems: [
      ...visitors.problems,
      ...rising.map(({ name, first, last }) => `${name} rises: ${first.toFixed(2)} → ${last.toFixed(2)}`),
      ...(lost === 0 ? [] : [`${lost} of the secrets that waited cannot be opened`]),
      ...(visitors.cycles === 0 ? ['nobody came'] : []),
    ],
  };
}

async function watch(soaked: Soaked, visitors: SteadyVisitors): Promise<readonly Sample[]> {
  const everyMs = (Number(values.hours) * 3_600_000) / SAMPLES;
  const began = performance.now();
  const samples: Sample[] = [];
  while (samples.length < SAMPLES) {
    await sleep(Math.max(0, began + (samples.length + 1) * everyMs - performance.now()));
    samples.push({ ...(await measure(soaked.processes, soaked.database)), ...visitors.take() });
    const left = ((SAMPLES - samples.length) * everyMs) / 60_000;
    if (samples.length % 10 === 0) console.log(`${visitors.cycles} cycles, ${left.toFixed(0)} minutes left`);
  }
  return samples;
}

const contentOf = (index: number) => `waiting ${index}`;

/** Secrets that wait for a week: their keys, in the order of their contents. */
async function fill(url: string, count: number): Promise<readonly string[]> {
  console.log(`Sharing ${count} secrets that wait.`);
  using client = new ApiClient(url, { connections: OPENED_AT_ONCE });
  const keys = new Array<string>(count);
  await inParallel(count, async (index) => {
    keys[index] = (await client.conceal(contentOf(index), { ttl: '604800' })).secretKey;
  });
  return keys;
}

/** How many of some of them do not open. */
async function openSome(url: string, keys: readonly string[]): Promise<number> {
  using client = new ApiClient(url, { connections: OPENED_AT_ONCE });
  const step = Math.ceil(keys.length / OPENED_AT_THE_END);
  let lost = 0;
  await inParallel(Math.ceil(keys.length / step), async (nth) => {
    const { body } = await client.reveal(keys[nth * step] ?? '');
    if (body.record?.secret_value !== contentOf(nth * step)) lost += 1;
  });
  return lost;
}

async function inParallel(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, worker));
}

if (values.help) console.log(help);
else {
  const rows: ProofRow[] = [];
  for (const profile of values.profile.split(',')) rows.push(await soak(profile));
  const columns = [
    'profile',
    'cycles',
    'secrets that waited',
    'figures compared',
    'memory at first and in the end',
    'lost',
  ];
  reportProof({ about: ABOUT, columns, rows, versions: { Node: process.version } });
}
process.exit();
