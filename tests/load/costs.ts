import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionString, startPostgresServer } from '@onceover/postgres-server';
import { spawnSplit } from '../support/spawn-split.ts';
import { Child } from './child.ts';
import { addEnded, type EpochWalk, epochWalk } from './costs/epoch-walk.ts';
import { type PartCosts, partCosts, recordBytes } from './costs/part-costs.ts';
import { type StoredBytes, storedBytes } from './costs/stored-bytes.ts';
import { DatabaseActivity } from './database-activity.ts';
import { untilSettled } from './idle.ts';
import { Meter } from './measure.ts';
import { cpuOf } from './process-usage.ts';
import type { SqlResult, SqlTask } from './sql-reference.ts';
import { secretText } from './steps.ts';
import { type OwnSystem, startOwn } from './systems.ts';
import { type Cell, table } from './table.ts';

/**
 * Prints what each part of the product costs, as `scale/costs.ts` says it: bytes that secrets leave, statements by the size of
 * their batch, the end of an epoch, and each process, Kafka and Redis by request. Nothing passes or fails.
 */
const CONNECTIONS = 64;
const SECONDS = 4;
const LIVING = 30_000;
const ENDED = 500_000;

const directory = mkdtempSync(join(tmpdir(), 'onceover-costs-'));
try {
  await using own = await startOwn('one process', join(directory, 'own'));
  await ofOneProcess(own);
  await using postgres = await startPostgresServer({
    dataDir: join(directory, 'split'),
    settings: { max_connections: '200' },
  });
  await using split = await spawnSplit({ database: postgres.address });
  using meter = new Meter();
  printParts(await partCosts(split, postgres.pid, meter, { connections: CONNECTIONS, seconds: SECONDS }));
  const { records, each } = await recordBytes(split);
  console.log(`Kafka: ${Math.round(each)} bytes for a record of secrets (${records.toLocaleString('en')} read)`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exit();

async function ofOneProcess(own: OwnSystem): Promise<void> {
  await using activity = await DatabaseActivity.open(own.database);
  await untilSettled();
  const stored: StoredBytes[] = [];
  for (const characters of [100, 1_024, 8_192]) stored.push(await storedBytes(own, activity, characters));
  printStored(stored);
  await printTravelling(own);
  using meter = new Meter();
  await meter.measure(own, { step: 'conceal', connections: CONNECTIONS, until: { turns: LIVING } });
  // The first walk after rows have come is another one: it gives their pages room.
  await epochWalk(own, activity);
  const few = await epochWalk(own, activity);
  await addEnded(own.database, ENDED);
  await epochWalk(own, activity);
  printWalks(few, await epochWalk(own, activity));
  // Last, because no key opens what these leave.
  await printStatements(own);
}

function printStored(stored: readonly StoredBytes[]): void {
  const head: Cell[] = [
    'bytes of a secret of',
    'row',
    'content',
    'event: created',
    'ended',
    'WAL of conceal',
    'of reveal',
  ];
  const rows = stored.map(({ characters, row, content, created, ended, walOfConceal, walOfReveal }): Cell[] => {
    return [`${characters.toLocaleString('en')} characters`, row, content, created, ended, walOfConceal, walOfReveal];
  });
  console.log(`\n${table([head, ...rows])}\n`);
}

/** What a request and its answer are on the wire, as a program sends them: without TLS, and without a browser's headers. */
async function printTravelling({ port }: OwnSystem): Promise<void> {
  const url = `http://127.0.0.1:${port}/api/v2/secret`;
  const exchange = async (path: string, form?: Readonly<Record<string, string>>) => {
    const body = form === undefined ? undefined : new URLSearchParams(form).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`${url}${path}`, body === undefined ? {} : { method: 'POST', body, headers });
    const text = await answer.text();
    const sent = path.length + (body?.length ?? 0) + 150;
    const head = [...answer.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 20);
    return { text, bytes: sent + head + Buffer.byteLength(text) };
  };
  const conceal = await exchange('/conceal', { secret: secretText });
  const { key } = (JSON.parse(conceal.text) as { record: { secret: { key: string } } }).record.secret;
  const look = await exchange(`/${key}`);
  const reveal = await exchange(`/${key}`, { continue: 'true' });
  const rows = Object.entries({ conceal, look, reveal }).map(([name, { bytes }]): Cell[] => [name, bytes]);
  console.log(`${table([['bytes of request and answer', ''], ...rows])}\n`);
}

/** One batch on its way, with as many commands as there are callers. */
async function printStatements(own: OwnSystem): Promise<void> {
  const address = connectionString(own.database);
  const rows: Cell[][] = [
    ['statement', 'commands', 'ms p50', 'p90', 'p99', 'p99.9', 'per second', 'CPU µs of a command'],
  ];
  const concealed = new Map<number, number>();
  const measure = async (name: string, step: SqlTask['step'], callers: number, url = address) => {
    using child = new Child<SqlResult>('./sql-reference.ts', { BENCH_DATABASE_URL: url });
    const turns = callers === 1 ? 2_000 : 10_000;
    await child.ask({ step, connections: callers, turns: 500 } satisfies SqlTask);
    const before = cpuOf(own.pids).postgres;
    const { perSecond, quantilesMs } = await child.ask({ step, connections: callers, turns } satisfies SqlTask);
    const cpu = (cpuOf(own.pids).postgres - before) / turns;
    if (step === 'conceal') concealed.set(callers, cpu);
    // What is revealed was concealed before, in the same batches.
    rows.push([
      name,
      callers,
      ...quantilesMs,
      perSecond,
      step === 'conceal' ? cpu : cpu - (concealed.get(callers) ?? 0),
    ]);
  };
  for (const callers of [1, 8, 64]) await measure('conceal', 'conceal', callers);
  for (const callers of [1, 8, 64]) await measure('reveal', 'reveal', callers);
  const unflushed = new URL(address);
  unflushed.searchParams.set('options', '-c synchronous_commit=off');
  for (const callers of [1, 64]) await measure('conceal, not flushed', 'conceal', callers, unflushed.href);
  console.log(`${table(rows)}\n`);
}

function printWalks(few: EpochWalk, many: EpochWalk): void {
  const head: Cell[] = [
    'end of an epoch',
    'ended',
    'seconds',
    'CPU s of server',
    'PostgreSQL',
    'WAL MB',
    'of it images',
  ];
  const rows = [few, many].map((walk): Cell[] => {
    const { living, ended, seconds, serverCpu, postgresCpu, walBytes, imageBytes } = walk;
    return [
      `${living.toLocaleString('en')} living`,
      ended,
      seconds,
      serverCpu,
      postgresCpu,
      walBytes / 1e6,
      imageBytes / 1e6,
    ];
  });
  const micros = (of: (walk: EpochWalk) => number): Cell[] => {
    const ofEnded = (of(many) - of(few)) / (many.ended - few.ended);
    return [1e6 * ofEnded, (1e6 * (of(few) - few.ended * ofEnded)) / few.living];
  };
  const each: Cell[][] = [
    ['microseconds of each', 'ended', 'living'],
    ['the server', ...micros(({ serverCpu }) => serverCpu)],
    ['PostgreSQL', ...micros(({ postgresCpu }) => postgresCpu)],
    ['until it is over', ...micros(({ seconds }) => seconds)],
  ];
  console.log(`${table([head, ...rows])}\n\n${table(each)}\n`);
}

function printParts(costs: readonly PartCosts[]): void {
  const names = Object.keys(costs[0]?.micros ?? {});
  const rows = costs.map(({ step, turns, p50Ms, p99Ms, micros, redisCommands }): Cell[] => {
    return [step, turns, p50Ms, p99Ms, ...names.map((name) => micros[name] ?? null), redisCommands];
  });
  console.log(`${table([['CPU µs of a', 'turns', 'p50 ms', 'p99 ms', ...names, 'Redis commands'], ...rows])}\n`);
}
