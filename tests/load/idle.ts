import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseActivity, difference } from './database-activity.ts';
import { startMain } from './start-up.ts';

/** Sessions report their counters at most ten seconds after their last statement. */
const reportDelayMs = 11_000;

/** Waits until PostgreSQL's counters hold everything that was done before. */
export function untilCounted(): Promise<void> {
  return sleep(reportDelayMs);
}

/** Waits until a system has done what its start left to do. */
export function untilSettled(): Promise<void> {
  return sleep(8_000);
}

/** What a system asks PostgreSQL when nobody asks it anything. Everything before must be counted already. */
export async function idleTransactionsPerSecond(activity: DatabaseActivity): Promise<number> {
  const before = await activity.counters();
  await untilCounted();
  const { transactions } = difference(before, await activity.counters());
  // Reading the counters is a transaction too.
  return Math.max(0, transactions - 1) / (reportDelayMs / 1000);
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
