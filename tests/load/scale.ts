import { parseArgs } from 'node:util';
import { Cell, type CellPlan, type Loss, outageMs } from './scale/cell.ts';
import { costs } from './scale/costs.ts';
import { assumedMix, dayCurve, meanDaysAlive } from './scale/load.ts';
import { benchSteps, oneMachine } from './scale/one-machine.ts';
import { boundsOfDatabase, type Goals, type Needs, needsOf, usualGoals } from './scale/sizing.ts';
import type { Finished } from './scale/steps.ts';
import { type Cell as TableCell, table } from './table.ts';

/**
 * Prints what so many secrets a day need, and where requests wait at the peak: measured costs of the parts (`scale/costs.ts`) are fed
 * into a simulation of their queues. Every run prints the same. Nothing passes or fails.
 */
const help = `npm run bench:scale -- [--per-day 1e6,1e8,1e10] [--seconds 600] [--epoch-minutes 15] [--seed 1]

Prints what so many secrets a day need, and where requests wait at the peak. It measures nothing: what the parts cost
is in tests/load/scale/costs.ts, what people do in tests/load/scale/load.ts.`;

const LOSS_SECONDS = 60;
const shares = [0.5, 0.99, 0.999];
const kinds = ['conceals', 'reveals', 'bells', 'feeds'] as const;
const names = {
  conceals: 'conceal',
  reveals: 'reveal',
  bells: 'commit → page, by bell',
  feeds: 'commit → feed, by Kafka',
} as const;

const { values } = parseArgs({
  options: {
    'per-day': { type: 'string', default: '1e6,1e8,1e10' },
    seconds: { type: 'string', default: '600' },
    'epoch-minutes': { type: 'string', default: String(usualGoals.epochMinutes) },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
const mix = assumedMix;
const problems: string[] = [];
const seconds = positive('seconds');
const seed = positive('seed');
const epochMinutes = positive('epoch-minutes');
const loads = values['per-day'].split(',').map((text) => positive('per-day', text));
if (values.help) console.log(help);
else if (problems.length > 0) {
  console.error(`${problems.join('\n')}\n\n${help}`);
  process.exitCode = 2;
} else {
  printMachine();
  const goals = { ...usualGoals, epochMinutes };
  printBounds(goals);
  const all = loads.map((perDay) => ({ perDay, needs: needsOf(perDay, mix, goals) }));
  printNeeds(all);
  printDay(all[0]?.needs);
  printTimes(all);
  printLosses(all.at(-1)?.needs);
}

function positive(name: Exclude<keyof typeof values, 'help'>, text: string = values[name]): number {
  const number = Number(text);
  if (!(number > 0 && Number.isFinite(number))) problems.push(`--${name} takes a number above 0, not ${text}`);
  return number;
}

function printMachine(): void {
  const rows: TableCell[][] = [
    ['connections', 'step', 'per second', 'simulated', '×', 'p50 ms', 'simulated', '×', 'p99 ms', 'simulated', '×'],
  ];
  for (const [connections, measured] of Object.entries(costs.oneProcess.points)) {
    for (const step of benchSteps) {
      const found = oneMachine(step, Number(connections), seed);
      const compared = (['perSecond', 'p50Ms', 'p99Ms'] as const).flatMap((what): TableCell[] => {
        return [measured[step][what], found[what], found[what] / measured[step][what]];
      });
      rows.push([connections, step, ...compared]);
    }
  }
  console.log(`One machine: measured, and simulated from the costs of its parts\n\n${table(rows, 2)}\n`);
}

/** Beside the epochs as they are: longer ones, which keep their promise later, and a walk that passes over what has ended. */
function printBounds(goals: Goals): void {
  const ways: readonly (readonly [string, Goals])[] = [
    [`epochs of ${goals.epochMinutes} min`, goals],
    [`${2 * goals.epochMinutes} min`, { ...goals, epochMinutes: 2 * goals.epochMinutes }],
    [`${4 * goals.epochMinutes} min`, { ...goals, epochMinutes: 4 * goals.epochMinutes }],
    [`${goals.epochMinutes} min, ended rows not read`, { ...goals, readsEnded: false }],
  ];
  const bounds = ways.map(([, each]) => new Map(boundsOfDatabase(mix, each).map(({ what, perDay }) => [what, perDay])));
  const names = boundsOfDatabase(mix, goals).map(({ what }) => what);
  const rows = names.map((what): TableCell[] => [what, ...bounds.map((each) => (each.get(what) ?? 0) / 1e6)]);
  const days = meanDaysAlive(mix).toFixed(2);
  console.log(`Where one PostgreSQL ends, in million secrets a day, where one waits for ${days} days on average\n`);
  console.log(`${table([['bound', ...ways.map(([name]) => name)], ...rows])}\n`);
}

interface Sized {
  readonly perDay: number;
  readonly needs: Needs;
}

function printNeeds(all: readonly Sized[]): void {
  const row = (name: string, of: (needs: Needs) => TableCell): TableCell[] => [
    name,
    ...all.map(({ needs }) => of(needs)),
  ];
  const rows = [
    ['secrets a day', ...all.map(({ perDay }) => perDay)],
    row('cells', ({ cells }) => cells),
    row('of each: million secrets a day', ({ cell }) => cell.perDay / 1e6),
    row('created a second at the peak', ({ cell }) => cell.perSecond),
    row(
      'million that wait, and rows',
      ({ cell }) => `${(cell.living / 1e6).toFixed(1)}, ${(cell.rows / 1e6).toFixed(0)}`,
    ),
    row('open sockets', ({ cell }) => cell.sockets),
    row('gateways', ({ cell }) => cell.gateways),
    row('secrets processes', ({ cell }) => cell.secretsProcesses),
    row('cores of PostgreSQL', ({ cell }) => cell.databaseCores),
    row('TB of PostgreSQL, without its standby', ({ cell }) => cell.diskTb),
    row('MB/s of WAL at the peak', ({ cell }) => cell.walMbPerSecond),
    row('% of an epoch that its end takes', ({ cell }) => 100 * cell.shareOfEpoch),
    row('events/s through Kafka', ({ cell }) => cell.eventsPerSecond),
    row('MB/s to three brokers', ({ cell }) => cell.brokerMbPerSecond),
    row('TB of three brokers', ({ cell }) => cell.brokerTb),
    row('commands/s to Redis', ({ cell }) => cell.redisPerSecond),
    row('MB/s of requests and answers', ({ cell }) => cell.apiMbPerSecond),
    ['of all cells', ...all.map(() => '')],
    row('gateways', ({ cells, cell }) => cells * cell.gateways),
    row('secrets processes', ({ cells, cell }) => cells * cell.secretsProcesses),
    row('PostgreSQL servers, with a standby each', ({ cells }) => 2 * cells),
    row('brokers', ({ cells }) => 3 * cells),
    row('TB of PostgreSQL, twice', ({ cells, cell }) => 2 * cells * cell.diskTb),
    row('TB of brokers', ({ cells, cell }) => cells * cell.brokerTb),
    row('GB/s of pages, if none is cached', ({ pageGbPerSecond }) => pageGbPerSecond),
  ];
  console.log(`What is needed\n\n${table(rows)}\n`);
}

/** How the load of a cell goes through a day. */
function printDay(needs: Needs | undefined): void {
  if (needs === undefined) return;
  const mean = needs.cell.perSecond / mix.peakFactor;
  const hours = [0, 3, 6, 9, 12, 15, 18, 21];
  const rows: TableCell[][] = [
    ['hour', ...hours],
    ['created a second, of the first', ...hours.map((hour) => mean * dayCurve(hour, mix.peakFactor))],
  ];
  console.log(`A day, ${mix.peakFactor} times the mean at its peak\n\n${table(rows)}\n`);
}

function planOf({ cell }: Needs): CellPlan {
  const { perSecond, gateways, secretsProcesses, databaseCores, living, rows } = cell;
  return { perSecond, gateways, secretsProcesses, databaseCores, living, rows, mix };
}

function printTimes(all: readonly Sized[]): void {
  const rows: TableCell[][] = [
    ['secrets a day', 'at the peak', 'p50 ms', 'p99', 'p99.9', 'the slowest 1 % wait most for'],
  ];
  const busy: TableCell[][] = [];
  for (const { perDay, needs } of all) {
    const cell = new Cell(planOf(needs), seed).run(seconds);
    for (const kind of kinds) rows.push([perDay, names[kind], ...cell[kind].quantiles(shares), tailOf(cell[kind])]);
    const stations = cell.stations();
    if (busy.length === 0) busy.push(['% busy at the peak', ...stations.map(({ name }) => name)]);
    busy.push([perDay, ...stations.map(({ utilization }) => 100 * utilization)]);
  }
  console.log(`Times at the peak of one cell, while an epoch ends, and where the tail goes\n\n${table(rows, 2)}\n`);
  console.log(`${table(busy)}\n`);
}

function tailOf(finished: Finished): string {
  const [first, second] = finished.whereSlowestWait(0.01);
  return [first, second]
    .filter((each) => each !== undefined)
    .map(([station, share]) => `${station} ${Math.round(100 * share)} %`)
    .join(', ');
}

function printLosses(needs: Needs | undefined): void {
  if (needs === undefined) return;
  const plan = planOf(needs);
  const rows: TableCell[][] = [
    ['lost at the peak', ...kinds.map((kind) => `${names[kind]} p99 ms`), 'answered 503', '% of requests'],
  ];
  const add = (name: string, changed: Partial<CellPlan>, loss: Loss = 'nothing') => {
    const cell = new Cell({ ...plan, ...changed }, seed, loss).run(LOSS_SECONDS);
    const asked = plan.perSecond * (1 + mix.looks + mix.opened) * LOSS_SECONDS;
    const p99s = kinds.map((kind) => cell[kind].quantiles([0.99])[0] ?? null);
    rows.push([name, ...p99s, cell.refused, (100 * cell.refused) / asked]);
  };
  const seconds = (loss: keyof typeof outageMs) => `for ${outageMs[loss] / 1000} s`;
  add('nothing', {});
  add('a gateway', { gateways: plan.gateways - 1 });
  add('a process of secrets', { secretsProcesses: plan.secretsProcesses - 1 });
  add(`the relay, ${seconds('relay')}`, {}, 'relay');
  add(`a broker, ${seconds('broker')}`, {}, 'broker');
  add(`a consumer, ${seconds('consumer')}`, {}, 'consumer');
  add('Redis, for the whole minute', {}, 'Redis');
  add(`the first PostgreSQL, ${seconds('database')}`, {}, 'database');
  console.log(`One part lost at the peak of a cell: the minute that begins with it\n\n${table(rows)}\n`);
}
