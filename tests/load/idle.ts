import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseActivity, difference } from './database-activity.ts';
import { residentMegabytes } from './process-usage.ts';
import { startMain } from './start-up.ts';
import type { OwnSystem } from './systems.ts';

/** Sessions report their counters at most ten seconds after their last statement. */
const reportDelayMs = 11_000;

/** Waits until PostgreSQL's counters hold everything that was done before. */
export function untilCounted(): Promise<void> {
  return sleep(reportDelayMs);
}

export interface IdleFigures {
  readonly transactionsPerSecond: number;
  readonly residentMegabytes: number;
}

/** What a system does when nobody asks it anything. */
export async function idleFigures(system: OwnSystem, activity: DatabaseActivity): Promise<IdleFigures> {
  const before = await activity.counters();
  await untilCounted();
  const { transactions } = difference(before, await activity.counters());
  return {
    // Reading the counters is a transaction too.
    transactionsPerSecond: Math.max(0, transactions - 1) / (reportDelayMs / 1000),
    residentMegabytes: residentMegabytes(system.mainPid).now,
  };
}

export interface StartTimes {
  /** Seconds to the first answer where the cluster and the keys have to be created. */
  readonly first: number;
  /** Seconds to the first answer where everything is there, twice. */
  readonly warm: readonly [number, number];
}

/** Starts the program as `npm start` does, with a PostgreSQL server of its own. */
export async function startTimes(place: string): Promise<StartTimes> {
  const env = { ONCEOVER_DATA_DIR: `${place}/data`, ONCEOVER_KEYS_DIR: `${place}/keys` };
  const start = async () => {
    await using main = await startMain(env);
    return main.seconds;
  };
  return { first: await start(), warm: [await start(), await start()] };
}
