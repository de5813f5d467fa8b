import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionString, type PostgresAddress, startPostgresServer } from '@onceover/postgres-server';
import pg from 'pg';
import { putEvents } from '../support/put-events.ts';
import { spawnSplit } from '../support/spawn-split.ts';
import { askedCount } from './asked-count.ts';
import { median } from './classifier.ts';
import { startOwn } from './systems.ts';
import { type Cell, table } from './table.ts';

/**
 * Prints how fast a feed is made anew by `npm run rebuild`: from the log in the same database, and from the history that the owner
 * of the log tells over HTTP, page by page. So many events of 1,000 accounts are in the log of secrets, and in the feed. Nothing
 * passes or fails. Argument: events.
 */
const goal = 10_000;
const accounts = 1_000;
const atOnce = 20_000;
const rounds = 3;
const patienceMs = 240_000;
const consumer = 'notifications.account_feed';
const mainOf = (profile: string) => new URL(`../../infra/${profile}/src/command-main.ts`, import.meta.url).pathname;

const count = askedCount('events', 100_000, { least: 1_000, most: 1_000_000 });
const directory = mkdtempSync(join(tmpdir(), 'onceover-bench-rebuild-'));
try {
  await using stack = new AsyncDisposableStack();
  await bench(stack);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exit();

/** A system whose feed can be made anew. */
interface Rebuilt {
  readonly name: string;
  readonly database: PostgresAddress;
  /** Runs an operator's command; resolves with the seconds that it took. */
  run(...words: readonly string[]): Promise<number>;
}

async function bench(stack: AsyncDisposableStack): Promise<void> {
  const systems: readonly Rebuilt[] = [await openOwn(stack), await openSplit(stack)];
  const heard = new Map<Rebuilt, number>();
  for (const system of systems) heard.set(system, await fill(system));
  const taken = new Map<Rebuilt, number[]>(systems.map((system) => [system, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const system of round % 2 === 0 ? systems : systems.toReversed()) {
      // What a command takes anyway: it starts, opens everything, and looks at each consumer.
      const start = await system.run('events', 'status');
      taken.get(system)?.push((await system.run('rebuild', consumer)) - start);
    }
  }
  print(systems, heard, taken);
}

async function openOwn(stack: AsyncDisposableStack): Promise<Rebuilt> {
  const own = stack.use(await startOwn('one process', join(directory, 'own')));
  const env = {
    ONCEOVER_DATABASE_URL: connectionString(own.database),
    ONCEOVER_KEYS_DIR: join(directory, 'own', 'server-keys'),
  };
  return { name: own.name, database: own.database, run: (...words) => run([mainOf('embedded'), ...words], env) };
}

async function openSplit(stack: AsyncDisposableStack): Promise<Rebuilt> {
  const settings = { max_connections: '200' };
  const postgres = stack.use(await startPostgresServer({ dataDir: join(directory, 'split'), settings }));
  const split = stack.use(await spawnSplit({ database: postgres.address }));
  const place = join(directory, 'env');
  mkdirSync(place);
  for (const { name, settings: theirs } of split.all) {
    const lines = Object.entries(theirs).map(([setting, value]) => `${setting}=${value}\n`);
    writeFileSync(join(place, `${name}.env`), lines.join(''), { mode: 0o600 });
  }
  return {
    name: 'split',
    database: postgres.address,
    run: (...words) => run([mainOf('distributed'), place, ...words]),
  };
}

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('ONCEOVER_'));
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...Object.fromEntries(others), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.slice(1).join(' ')} ended with ${code}`);
  return (performance.now() - started) / 1_000;
}

/** Puts the events into the log and waits until the feed has them; resolves with the seconds that it took. */
async function fill({ name, database }: Rebuilt): Promise<number> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    const started = performance.now();
    for (let done = 0; done < count; done += atOnce) await putEvents(client, Math.min(atOnce, count - done), accounts);
    for (const end = performance.now() + patienceMs; ; ) {
      const { rows } = await client.query<{ told: number }>(
        'select coalesce(sum(h.seq), 0)::int as told from notifications.account_feed_heads h',
      );
      if ((rows[0]?.told ?? 0) >= count) break;
      if (performance.now() > end) throw new Error(`${name} has heard of ${rows[0]?.told} of ${count} events`);
      await sleep(100);
    }
    await client.query('vacuum analyze');
    return (performance.now() - started) / 1_000;
  } finally {
    await client.end();
  }
}

function print(
  systems: readonly Rebuilt[],
  heard: ReadonlyMap<Rebuilt, number>,
  taken: ReadonlyMap<Rebuilt, readonly number[]>,
): void {
  const rate = (seconds: number) => Math.round(count / seconds);
  const secondsOf = (system: Rebuilt) => median(taken.get(system) ?? []);
  const [own] = systems;
  const rows = systems.map((system): Cell[] => {
    const seconds = secondsOf(system);
    const ratio = own === undefined || system === own ? '' : seconds / secondsOf(own);
    return [system.name, rate(heard.get(system) ?? Number.NaN), seconds, rate(seconds), ratio, `≥ ${goal}`];
  });
  const head = ['system', 'written and heard, per second', 'seconds to rebuild', 'per second', '× one process', 'goal'];
  console.log(`\n${count} events of ${accounts} accounts, medians of ${rounds}\n\n${table([head, ...rows])}\n`);
}
