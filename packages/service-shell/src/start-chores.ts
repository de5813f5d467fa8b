import { asLeader } from '@onceover/postgres-kit/leader';
import type { Logger } from '@onceover/service-kit/logging';
import { periodically } from '@onceover/service-kit/periodic';
import type pg from 'pg';
import type { Chore } from './service-parts.ts';

/** Where chores are done: the service's name is part of their locks. */
export interface ChoresPlace {
  readonly name: string;
  readonly pool: pg.Pool;
  readonly log: Logger;
  /** Called with what a chore throws. */
  readonly onFailure: (error: unknown) => void;
}

/** Starts a service's chores, each on its own; disposing waits for those in hand. */
export function startChores(chores: readonly Chore[], { name, pool, log, onFailure }: ChoresPlace): AsyncDisposable {
  const stack = new AsyncDisposableStack();
  for (const chore of chores) {
    const choreLog = log.child({ chore: chore.name });
    const run = async () => {
      const done = await chore.run();
      if (Object.values(done).some((count) => count > 0)) choreLog.info(done, 'chore done');
    };
    const work = chore.isEverybodys === true ? run : () => asLeader(pool, `${name}:${chore.name}`, run);
    const told = () =>
      work().catch((error: unknown) => {
        onFailure(error);
        throw error;
      });
    stack.use(periodically(told, { everyMs: chore.everyMs, log: choreLog, failure: 'a chore failed' }));
  }
  return stack;
}
