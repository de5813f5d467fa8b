import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copySecrets } from './copy-secrets.ts';
import { countedCycles } from './counted-cycles.ts';
import { DatabaseActivity } from './database-activity.ts';
import { idleTransactionsPerSecond, startTimes, untilCounted, untilSettled } from './idle.ts';
import { Meter } from './measure.ts';
import { type BenchOptions, help, readOptions } from './options.ts';
import { pageSizes } from './page-sizes.ts';
import { residentMegabytes } from './process-usage.ts';
import * as report from './report.ts';
import { measureRounds, type RoundOptions } from './rounds.ts';
import { sampleAnswers } from './sample-answers.ts';
import { sqlRates } from './sql-rates.ts';
import { stepNames } from './steps.ts';
import { type OwnSystem, otherSystem, startBare, startOwn } from './systems.ts';

/**
 * Prints how fast the product is next to the raw limits measured in the same run: bare `node:http` that answers the same
 * requests, and the same SQL batched without HTTP. Nothing passes or fails: figures vary between machines, ratios less.
 */
const connectionsToFill = 64;
/** Secrets that are concealed; what goes beyond is copied from them. */
const mostToConceal = 10_000;
const secondsToWarmUp = 2;
const secondsToCount = 3;

const options = optionsOrNull();
if (options !== null) {
  await bench(options);
  process.exit();
}

/** Null if there is nothing to do but to explain. */
function optionsOrNull(): BenchOptions | null {
  try {
    const read = readOptions(process.argv.slice(2));
    if (read === null) console.log(help);
    return read;
  } catch (error) {
    if (!(error instanceof RangeError || isUnknownOption(error))) throw error;
    console.error(`${error.message}\n\n${help}`);
    process.exitCode = 2;
    return null;
  }
}

/** Whatever happens, nothing is left running and no file is left behind. */
async function bench(options: BenchOptions): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'onceover-bench-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const interrupted = new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve());
  }).then(() => {
    process.exitCode = 1;
    console.error('Interrupted.');
  });
  await Promise.race([compare(options, directory, stack), interrupted]);
}

async function compare(options: BenchOptions, directory: string, stack: AsyncDisposableStack): Promise<void> {
  const own = stack.use(await startOwn('onceover', join(directory, 'own')));
  const activity = stack.use(await DatabaseActivity.open(own.database));
  const meter = stack.use(new Meter());
  const [starts] = await Promise.all([startTimes(join(directory, 'starts')), untilSettled()]);
  const restingMegabytes = residentMegabytes(own.mainPid).now;
  const grown = options.grow === 0 ? null : stack.use(await startOwn('grown', join(directory, 'grown')));
  if (grown !== null) await fill(grown, options.grow, meter);
  const bare = stack.use(await startBare(await sampleAnswers(own.port)));
  const other = options.against === null ? [] : [await otherSystem(options.against)];
  const systems: RoundOptions['systems'] = [bare, own, ...(grown === null ? [] : [grown]), ...other];

  const [most = 1, ...fewer] = options.connections;
  const { rounds, seconds } = options;
  const plan = { systems, connections: most, rounds, seconds };
  await measureRounds(meter, { ...plan, steps: stepNames, rounds: 1, seconds: secondsToWarmUp });
  await untilCounted();
  const idlePerSecond = await idleTransactionsPerSecond(activity);
  const counted = await countedCycles(meter, own, activity, { connections: most, seconds: secondsToCount });
  const figures = await measureRounds(meter, { ...plan, steps: stepNames });

  report.printSteps(most, figures);
  if (grown !== null) report.printGrowth(options.grow, figures, own, grown);
  report.printActivity(counted);
  report.printProcess({ restingMegabytes, idlePerSecond, starts, pid: own.mainPid });
  for (const connections of fewer) {
    const quarter = { ...plan, connections, rounds: Math.ceil(rounds / 4) };
    report.printSteps(connections, await measureRounds(meter, { ...quarter, steps: stepNames }));
  }
  report.printSql(figures, own, await sqlRates(own.database, most));
  report.printPages(await pageSizes(own.port));
}

async function fill(grown: OwnSystem, secrets: number, meter: Meter): Promise<void> {
  const concealed = Math.min(secrets, mostToConceal);
  // Under another name, because the secrets concealed here are to stay.
  const task = { step: 'conceal', connections: connectionsToFill, until: { turns: concealed } } as const;
  await meter.measure({ ...grown, name: 'filling' }, task);
  if (secrets > concealed) await copySecrets(grown.database, secrets - concealed);
  report.printFilling(concealed, secrets - concealed);
}

function isUnknownOption(error: unknown): error is Error {
  return error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
}
