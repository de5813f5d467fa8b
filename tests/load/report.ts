import type { CycleActivity } from './counted-cycles.ts';
import type { StartTimes } from './idle.ts';
import { residentMegabytes } from './process-usage.ts';
import { type Figure, type Figures, ratioInRounds, type Summary, wholeCpu } from './rounds.ts';
import type { SqlRates } from './sql-rates.ts';
import { requestSteps, type StepName } from './steps.ts';
import type { System } from './systems.ts';
import { type Cell, table } from './table.ts';

// Everything the benchmark prints, each figure beside the goal that the project has set itself for it.

const rateGoals: Readonly<Partial<Record<StepName, string>>> = {
  cycle: '≥ 0.28',
  conceal: '≥ 0.35',
  reveal: '≥ 0.35',
};
const cpuGoals: Readonly<Partial<Record<StepName, string>>> = { cycle: '≤ 6.5', 'look by GraphQL': '≤ 2' };

/** Every step on every system, the bare server first. */
export function printSteps(connections: number, figures: Figures): void {
  const rows: Cell[][] = [
    ['', '', 'per', '×', '', 'p50', 'p99', 'CPU µs', 'CPU µs', 'CPU', '×', '', 'CPU µs'],
    ['step', 'system', 'second', 'bare', 'goal', 'ms', 'ms', 'server', 'PostgreSQL', 'sum', 'bare', 'goal', 'client'],
  ];
  for (const [step, bySystem] of figures) {
    for (const [{ name }, figure] of bySystem) {
      rows.push(name === 'bare' ? bareRow(step, figure) : systemRow(name, step, figure));
    }
  }
  print(
    `${connections} ${connections === 1 ? 'connection' : 'connections'}, secrets of 1 KiB`,
    `A cycle is conceal, look and reveal of one secret. × bare compares with the bare server in the same round. CPU is per step,\nwith all processes of each; client is the load generator, which runs on the same machine.\n${bareAgreement(figures)}\n${graphqlBesideRest(figures)}`,
    table(rows, 2),
  );
}

function bareRow(step: StepName, { perSecond, rateRatio, p50Ms, p99Ms, serverCpu, cpu, cpuRatio, clientCpu }: Summary) {
  return [step, 'bare', perSecond, rateRatio, '', p50Ms, p99Ms, serverCpu, null, cpu, cpuRatio, '', clientCpu];
}

function systemRow(name: string, step: StepName, figure: Summary): Cell[] {
  const { perSecond, rateRatio, p50Ms, p99Ms, serverCpu, postgresCpu, cpu, cpuRatio, clientCpu } = figure;
  const [rateGoal, cpuGoal] = [rateGoals[step] ?? '', cpuGoals[step] ?? ''];
  const times = [p50Ms, p99Ms, serverCpu, postgresCpu, cpu];
  return ['', name, perSecond, rateRatio, rateGoal, ...times, cpuRatio, cpuGoal, clientCpu];
}

/** Whether the bare server agrees with itself: one cycle is its three requests. */
function bareAgreement(figures: Figures): string {
  const sum = requestSteps.reduce((total, step) => total + cpuOf(figures, 'bare', step), 0);
  const cycle = cpuOf(figures, 'bare', 'cycle');
  return `The bare server's three requests take ${sum.toFixed(1)} µs one by one, and ${cycle.toFixed(1)} µs as a cycle.`;
}

/** What the way through `/graphql` adds to the same question. */
function graphqlBesideRest(figures: Figures): string {
  const ratio = cpuOf(figures, 'onceover', 'look by GraphQL') / cpuOf(figures, 'onceover', 'look');
  return `A look by GraphQL takes ${ratio.toFixed(2)} × the CPU of a look over /api/v2.`;
}

function cpuOf(figures: Figures, system: string, step: StepName): number {
  const found = [...(figures.get(step) ?? [])].find(([{ name }]) => name === system);
  return found?.[1].cpu ?? Number.NaN;
}

export function printFilling(concealed: number, copied: number): void {
  const copies = copied === 0 ? '' : `, and ${counted(copied)} copies made of them in its database`;
  console.log(`\n${counted(concealed)} secrets concealed in the system "grown"${copies}.`);
}

/** What many live secrets change. */
export function printGrowth(secrets: number, figures: Figures, empty: System, grown: System): void {
  const rows: Cell[][] = [['step', 'server', 'PostgreSQL', 'sum', 'goal', 'per second']];
  for (const [step, bySystem] of figures) {
    const [before, after] = [bySystem.get(empty), bySystem.get(grown)];
    if (before === undefined || after === undefined) continue;
    const change = (figure: Figure) => percent(ratioInRounds(after.rounds, before.rounds, figure));
    rows.push([
      step,
      change(({ serverCpu }) => serverCpu),
      change(({ postgresCpu }) => postgresCpu),
      change(wholeCpu),
      '≤ 10 %',
      change(({ perSecond }) => perSecond),
    ]);
  }
  print(
    `${counted(secrets)} live secrets beside an empty system`,
    'CPU per step, and steps per second, compared within each round.',
    table(rows),
  );
}

function percent(ratio: number | null): string | null {
  if (ratio === null) return null;
  const change = (ratio - 1) * 100;
  return `${change >= 0 ? '+' : ''}${change.toFixed(1)} %`;
}

/** What one cycle makes PostgreSQL do, per table. */
export function printActivity({ cycles, counters, wal }: CycleActivity): void {
  const rows: Cell[][] = [['table', 'inserted', 'updated', 'of them HOT', 'deleted', 'read', 'index entries']];
  const names = new Set([...Object.keys(counters.tables), ...Object.keys(wal.indexEntries)]);
  for (const name of [...names].toSorted()) {
    const of = counters.tables[name];
    const counts = [of?.inserted, of?.updated, of?.hot, of?.deleted, of?.read].map((count) => (count ?? 0) / cycles);
    const figures = [...counts, (wal.indexEntries[name] ?? 0) / cycles];
    if (figures.some((figure) => figure >= 0.005)) rows.push([name, ...figures]);
  }
  const sums = [1, 2, 3, 4, 5, 6].map((column) => rows.slice(1).reduce((sum, row) => sum + Number(row[column]), 0));
  rows.push(['sum', ...sums]);
  print(
    'PostgreSQL per cycle',
    `Counted before and after ${counted(cycles)} cycles, with what runs beside them; index entries and bytes are read from the\nwrite-ahead log. Rows of events are read by whoever listens to them.`,
    `WAL ${counted(wal.bytes / cycles)} bytes, of them ${counted(wal.imageBytes / cycles)} for images of whole pages; ${(counters.transactions / cycles).toFixed(3)} transactions\n${table(rows)}`,
  );
}

export interface ProcessFigures {
  /** After the start, before any load. */
  readonly restingMegabytes: number;
  readonly idlePerSecond: number;
  readonly starts: StartTimes;
  readonly pid: number;
}

/** The program's memory, rest and start. */
export function printProcess({ restingMegabytes, idlePerSecond, starts, pid }: ProcessFigures): void {
  const loaded = residentMegabytes(pid);
  const rows: Cell[][] = [
    ['the program', '', 'goal'],
    ['resident MB, idle after start', restingMegabytes, '≤ 150'],
    ['resident MB, highest under the load above', loaded.highest, '≤ 300'],
    ['resident MB, after it', loaded.now, ''],
    ['transactions per second when idle', idlePerSecond, '≤ 5'],
    ['seconds to the first answer, first start', starts.first, ''],
    ['seconds to the first answer, warm', starts.warm[0], '≤ 3'],
    ['seconds to the first answer, warm again', starts.warm[1], '≤ 3'],
  ];
  console.log(`\n${table(rows)}`);
}

/** How near the whole program comes to its own SQL. */
export function printSql(figures: Figures, own: System, rates: SqlRates): void {
  const rows: Cell[][] = [['step', 'onceover', 'SQL alone', '×', 'goal']];
  for (const step of ['conceal', 'reveal'] as const) {
    const ours = figures.get(step)?.get(own)?.perSecond ?? Number.NaN;
    rows.push([step, ours, rates[step], ours / rates[step], '≥ 0.35']);
  }
  print('Beside its own SQL', 'The same statements, batched in the same way, without HTTP; per second.', table(rows));
}

export function printPages(rows: readonly (readonly Cell[])[]): void {
  console.log(`\n${table([['page', 'HTML bytes', 'JS kB gz', 'CSS kB gz', 'files'], ...rows])}\n`);
}

function print(title: string, meaning: string, body: string): void {
  console.log(`\n── ${title} ──\n${meaning}\n\n${body}`);
}

function counted(value: number): string {
  return Math.round(value).toLocaleString('en');
}
