import { type Counters, type DatabaseActivity, difference, type WalContent } from './database-activity.ts';
import { untilCounted } from './idle.ts';
import type { Meter } from './measure.ts';
import type { OwnSystem } from './systems.ts';

/** What cycles made PostgreSQL do, what ran beside them included. */
export interface CycleActivity {
  readonly cycles: number;
  readonly counters: Counters;
  readonly wal: WalContent;
}

export interface CountOptions {
  readonly connections: number;
  readonly seconds: number;
}

/** Runs cycles and reads what they make PostgreSQL do. Everything before must be counted already. */
export async function countedCycles(
  meter: Meter,
  own: OwnSystem,
  activity: DatabaseActivity,
  { connections, seconds }: CountOptions,
): Promise<CycleActivity> {
  const before = await activity.counters();
  const from = await activity.walPosition();
  const { turns } = await meter.measure(own, { step: 'cycle', connections, until: { seconds } });
  const to = await activity.walPosition();
  await untilCounted();
  const counters = difference(before, await activity.counters());
  return { cycles: turns, counters, wal: await activity.walContent(from, to) };
}
