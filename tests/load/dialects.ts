import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askedCount } from './asked-count.ts';
import { Meter } from './measure.ts';
import { type Figure, measureRounds, ratioInRounds, wholeCpu } from './rounds.ts';
import { pairNames } from './steps.ts';
import { startOwn } from './systems.ts';
import { type Cell, table } from './table.ts';

/**
 * Prints what concealing and opening one secret costs by each dialect of the API, beside D18 in the same round. Nothing passes or fails. The
 * argument is the number of rounds.
 */
const rounds = askedCount('rounds', 12, { least: 2, most: 100 });
const [connections, seconds, secondsToWarmUp] = [16, 2, 3] as const;

const directory = mkdtempSync(join(tmpdir(), 'onceover-dialect-bench-'));
try {
  await using stack = new AsyncDisposableStack();
  const own = { ...stack.use(await startOwn('dialects', directory)), steps: pairNames };
  const meter = stack.use(new Meter());
  const plan = { systems: [own] as const, steps: pairNames, connections };
  await measureRounds(meter, { ...plan, rounds: 1, seconds: secondsToWarmUp });
  const figures = await measureRounds(meter, { ...plan, rounds, seconds });
  const of = (name: (typeof pairNames)[number]) => figures.get(name)?.get(own);
  const bare = of('pair by D18')?.rounds ?? [];
  const rows: Cell[][] = [
    ['', 'per', 'CPU µs', 'CPU µs', 'CPU', '×'],
    ['dialect', 'second', 'server', 'PostgreSQL', 'sum', 'D18'],
  ];
  for (const name of pairNames) {
    const summary = of(name);
    if (summary === undefined) continue;
    const { perSecond, serverCpu, postgresCpu, cpu } = summary;
    const ratio = ratioInRounds(summary.rounds, bare, wholeCpu satisfies Figure);
    rows.push([name.replace('pair by ', ''), perSecond, serverCpu, postgresCpu, cpu, ratio]);
  }
  console.log(`\nConcealing and opening one secret of 1 KiB, ${connections} connections, ${rounds} rounds\n`);
  console.log(table(rows, 2));
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exit();
