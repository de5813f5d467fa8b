import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { HttpConnection } from './http-connection.ts';
import { Inspector } from './path/inspector.ts';
import { allocations, calls, type Found, samples } from './path/probes.ts';
import { freePort } from './start-up.ts';
import { requestSteps, Visitor } from './steps.ts';
import { startOwn } from './systems.ts';
import { type Cell, table } from './table.ts';

/**
 * Prints the path of each request of a share cycle through the sources: how many functions of ours it calls, in how many files, and how
 * many bytes it allocates. `-- --list conceal` prints each function of a request instead, with its calls, its bytes and its share of the
 * time. Nothing passes or fails.
 */
const { values: options } = parseArgs({ options: { list: { type: 'string' } } });
const root = fileURLToPath(new URL('../../', import.meta.url));
/** Of each kind. One at a time where calls are counted, so that none waits for another; otherwise so many at once. */
const requests = 500;
const connectionsAtOnce = 16;

type Step = (typeof requestSteps)[number];
interface Path {
  /** Of ours, called at least once for each request. */
  readonly functions: readonly Found[];
  readonly bytes: readonly Found[];
  readonly samples: readonly Found[];
}

const directory = mkdtempSync(join(tmpdir(), 'onceover-path-'));
try {
  const port = await freePort();
  await using own = await startOwn('own', directory, { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
  using inspector = await Inspector.open(port);
  const paths = await walk(own.port, inspector);
  if (options.list === undefined) printPaths(paths);
  else printFunctions(paths.get(options.list as Step));
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exit();

/** Walks each path for each probe; what a reveal opens, a conceal of the same round has made. */
async function walk(port: number, inspector: Inspector): Promise<ReadonlyMap<Step, Path>> {
  const round = async (count: number, look: typeof calls) => {
    const connections = await Promise.all(Array.from({ length: count }, () => HttpConnection.open('127.0.0.1', port)));
    const found = new Map<Step, readonly Found[]>();
    const keys: string[] = [];
    const visitor = new Visitor(`127.0.0.1:${port}`);
    const ask: Readonly<Record<Step, (connection: HttpConnection, at: number) => Promise<void>>> = {
      conceal: async (connection, at) => {
        keys[at] = await visitor.conceal(connection);
      },
      look: (connection, at) => visitor.look(connection, keys[at] ?? ''),
      reveal: (connection, at) => visitor.reveal(connection, keys[at] ?? ''),
    };
    for (const step of requestSteps) found.set(step, await look(inspector, () => shared(connections, ask[step])));
    for (const connection of connections) connection.close();
    return found;
  };
  // Warm first: what is made once for a process or a connection is made.
  await round(connectionsAtOnce, async (_, work) => {
    await work();
    return [];
  });
  const [called, allocated, sampled] = [
    await round(1, calls),
    await round(connectionsAtOnce, allocations),
    await round(connectionsAtOnce, samples),
  ];
  return new Map(
    requestSteps.map((step) => [
      step,
      {
        functions: (called.get(step) ?? []).filter(({ url, amount }) => isOurs(url) && amount >= requests * 0.9),
        bytes: allocated.get(step) ?? [],
        samples: sampled.get(step) ?? [],
      },
    ]),
  );
}

/** As many requests as are walked, shared by some connections. */
async function shared(
  connections: readonly HttpConnection[],
  ask: (connection: HttpConnection, at: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    connections.map(async (connection) => {
      for (let at = next++; at < requests; at = next++) await ask(connection, at);
    }),
  );
}

function isOurs(url: string): boolean {
  return url.startsWith(`file://${root}`) && !url.includes('/node_modules/');
}

/** A file of ours, or the library that another is of. */
function fileOf({ url }: Found): string {
  if (isOurs(url)) return url.slice(`file://${root}`.length);
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? (url || 'V8');
}

function sumOf(found: readonly Found[]): number {
  return found.reduce((sum, { amount }) => sum + amount, 0);
}

function printPaths(paths: ReadonlyMap<Step, Path>): void {
  const head: Cell[] = ['for each', 'functions', 'files', 'calls', 'bytes'];
  const rows = [...paths].map(([step, { functions, bytes }]): Cell[] => [
    step,
    functions.length,
    new Set(functions.map(({ url }) => url)).size,
    sumOf(functions) / requests,
    sumOf(bytes) / requests,
  ]);
  console.log(`\n${table([head, ...rows])}\n`);
}

/** A line for each function of a request, those that take longest first. */
function printFunctions(path: Path | undefined): void {
  if (path === undefined) throw new RangeError(`--list takes one of: ${requestSteps.join(', ')}`);
  const all = new Map<string, { calls: number; bytes: number; share: number }>();
  const add = (found: readonly Found[], what: 'calls' | 'bytes' | 'share', unit: number) => {
    for (const each of found) {
      const name = `${fileOf(each)}:${isOurs(each.url) ? each.line : ''} ${each.name}`;
      const row = all.get(name) ?? { calls: 0, bytes: 0, share: 0 };
      row[what] += each.amount / unit;
      all.set(name, row);
    }
  };
  add(path.functions, 'calls', requests);
  add(path.bytes, 'bytes', requests);
  add(path.samples, 'share', sumOf(path.samples) / 100);
  const rows = [...all]
    .filter(([, { calls: called, bytes, share }]) => called > 0 || bytes >= 20 || share >= 0.1)
    .sort(([, a], [, b]) => b.share - a.share)
    .map(([name, { calls: called, bytes, share }]): Cell[] => [name, called, bytes, share]);
  console.log(table([['function', 'calls', 'bytes', '% of time'], ...rows]));
}
