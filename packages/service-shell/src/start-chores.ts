import { asLeader } from '@onceover/postgres-kit/leader';
import type { Logger } from '@onceover/service-kit/logging';
import { periodically } from '@onceover/service-kit/periodic';
import { endings, type Telemetry, timed } from '@onceover/service-kit/telemetry';
import type pg from 'pg';
import type { Chore } from './service-parts.ts';

/** Where chores are done: the service's name is part of their locks. */
export interface ChoresPlace {
  readonly name: string;
  readonly pool: pg.Pool;
  readonly log: Logger;
  /** Called with what a chore throws. */
  readonly onFailure: (error: unknown) => void;
  readonly telemetry: Telemetry;
}

/** Starts a service's chores, each on its own; disposing waits for those in hand. */
export function startChores(
  chores: readonly Chore[],
  { name, pool, log, onFailure, telemetry }: ChoresPlace,
): AsyncDisposable {
  const stack = new AsyncDisposableStack();
  const took = telemetry.duration({
    name: 'onceover_chore_duration_seconds',
    help: 'How long chores of services took, in this process or while another one did them.',
    labels: { service: new Set([name]), chore: new Set(chores.map((chore) => chore.name)), ending: endings },
  });
  for (const chore of chores) {
    const choreLog = log.child({ chore: chore.name });
    const run = async () => {
      const done = await chore.run();
      if (Object.values(done).some((count) => count > 0)) choreLog.info(done, 'chore done');
    };
    const work = chore.isEverybodys === true ? run : () => asLeader(pool, `${name}:${chore.name}`, run);
    const counted = () => timed(work, (ending, seconds) => took({ service: name, chore: chore.name, ending }, seconds));
    const told = () =>
      counted().catch((error: unknown) => {
        onFailure(error);
        throw error;
      });
    stack.use(periodically(told, { everyMs: chore.everyMs, log: choreLog, failure: 'a chore failed' }));
  }
  return stack;
}
