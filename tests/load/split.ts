import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgresServer } from '@onceover/postgres-server';
import { type SplitBacking, spawnSplit } from '../support/spawn-split.ts';
import { Meter } from './measure.ts';
import { cpuOf, residentMegabytes } from './process-usage.ts';
import { type Figure, type Figures, measureRounds, ratioInRounds, wholeCpu } from './rounds.ts';
import { sampleAnswers } from './sample-answers.ts';
import { type StepName, stepNames } from './steps.ts';
import { type OwnSystem, type System, startBare, startOwn } from './systems.ts';
import { type Cell, table } from './table.ts';

/**
 * Prints what a share cycle costs when every service is a process of its own, with events through Kafka and bells and counts
 * through Redis, beside the same product in one process and a bare server, in turn in the same run. Nothing passes or fails.
 */
const goal = 2.2;
const secondsToWarmUp = 2;
/** Kafka's virtual machine compiles what it does often, for longer than all else takes to warm up. */
const secondsToWarmKafkaUp = 25;
const help = `npm run bench:split -- [--connections 64] [--rounds 3] [--seconds 5]

Prints what a share cycle costs with a process for each service, Kafka and Redis, beside the product in one process, in the same
run. CPU is that of all processes, PostgreSQL, Kafka and Redis included. Nothing passes or fails.`;

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '3' },
    // What begins and ends a round, such as reading a topic to its end, would be a third of a round of one second.
    seconds: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(help);
else await bench(Number(values.connections), Number(values.rounds), Number(values.seconds));
process.exit();

type SplitOwn = System &
  AsyncDisposable & { readonly parts: readonly { readonly name: string; readonly pid: number }[] };

async function bench(connections: number, rounds: number, seconds: number): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'onceover-bench-split-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const own = stack.use(await startOwn('one process', join(directory, 'own')));
  const split = stack.use(await startSplit(join(directory, 'split')));
  const bare = stack.use(await startBare(await sampleAnswers(own.port)));
  const meter = stack.use(new Meter());
  const systems: readonly [System, ...System[]] = [bare, own, split];
  const plan = { systems, steps: stepNames, connections };
  await measureRounds(meter, { ...plan, rounds: 1, seconds: secondsToWarmUp });
  await meter.measure(split, { step: 'cycle', connections, until: { seconds: secondsToWarmKafkaUp } });
  const before = cpuOfParts(split);
  const figures = await measureRounds(meter, { ...plan, rounds, seconds });
  printSteps(connections, figures, own, split);
  printParts(split, before);
}

/** The product as processes, with a server of PostgreSQL, Kafka and Redis of its own. */
async function startSplit(place: string): Promise<SplitOwn> {
  await using stack = new AsyncDisposableStack();
  const settings = { max_connections: '200' };
  const postgres = stack.use(await startPostgresServer({ dataDir: join(place, 'server'), settings }));
  const split = stack.use(await spawnSplit({ database: postgres.address }));
  const parts = [...split.all, split.keyStore].map(({ name, pid }) => ({ name, pid }));
  const owned = stack.move();
  return {
    name: 'split',
    hostname: '127.0.0.1',
    port: Number(new URL(split.urls[0] ?? '').port),
    pids: [...parts.map(({ pid }) => pid), postgres.pid, ...backingPids(split.backing)],
    steps: stepNames,
    parts,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function backingPids({ kafka, redis }: SplitBacking): readonly number[] {
  return [...kafka.nodes.map(({ pid }) => pid), redis.pid].filter((pid) => pid !== undefined);
}

function printSteps(connections: number, figures: Figures, own: OwnSystem, split: System): void {
  const head: Cell[] = ['step', 'system', 'per second', 'p50 ms', 'p99 ms', 'CPU µs server', 'PostgreSQL'];
  const rows: Cell[][] = [[...head, 'Kafka', 'Redis', 'sum', '× one process', 'goal', 'per second ×']];
  for (const [step, bySystem] of figures) {
    const single = bySystem.get(own);
    for (const [system, { perSecond, p50Ms, p99Ms, cpu, rounds, ...parts }] of bySystem) {
      const ratioOf = (figure: Figure) => {
        return system !== split || single === undefined ? null : ratioInRounds(rounds, single.rounds, figure);
      };
      const { serverCpu, postgresCpu, kafkaCpu, redisCpu } = parts;
      const cells = [step, system.name, perSecond, p50Ms, p99Ms, serverCpu, postgresCpu, kafkaCpu, redisCpu, cpu];
      rows.push([...cells, ratioOf(wholeCpu), goalOf(step, system === split), ratioOf((each) => each.perSecond)]);
    }
  }
  console.log(`\n${connections} connections, secrets of 1 KiB; ratios compare within one round\n\n${table(rows, 2)}`);
}

function goalOf(step: StepName, isSplit: boolean): Cell {
  return isSplit && step === 'cycle' ? `≤ ${goal}` : '';
}

type PartCpu = ReadonlyMap<string, number>;

function cpuOfParts({ parts }: SplitOwn): PartCpu {
  return new Map(parts.map(({ name, pid }) => [name, cpuOf([pid]).server]));
}

function printParts(split: SplitOwn, before: PartCpu): void {
  const used = [...cpuOfParts(split)].map(([name, cpu]) => [name, cpu - (before.get(name) ?? 0)] as const);
  const whole = used.reduce((sum, [, cpu]) => sum + cpu, 0);
  const megabytes = new Map(split.parts.map(({ name, pid }) => [name, residentMegabytes(pid).now]));
  const rows = used.map(([name, cpu]): Cell[] => [
    name,
    `${Math.round((100 * cpu) / whole)} %`,
    megabytes.get(name) ?? null,
  ]);
  console.log(`\n${table([['process', 'share of CPU', 'resident MB'], ...rows])}\n`);
}
