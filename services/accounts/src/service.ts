import { createJobWorker, type JobWorker, startConsumers } from '@onceover/event-bus';
import { createPostgresEventSource } from '@onceover/event-store';
import { inProcessSubgraph, type RunningService } from '@onceover/graphql-kit/subgraph';
import { asLeader } from '@onceover/postgres-kit/leader';
import { sdlOf } from '@onceover/schema/sdl';
import { allReady, type Readiness } from '@onceover/service-kit/lifecycle';
import { periodically } from '@onceover/service-kit/periodic';
import type pg from 'pg';
import { migrate } from './adapters/postgres/migrate.ts';
import { purgePastRows } from './adapters/postgres/purge.ts';
import { type AccountsParts, composeParts } from './adapters.ts';
import { startHourlyChores } from './chores.ts';
import type { AccountsConfig } from './config.ts';
import { consumersOf } from './consumers.ts';
import type { AccountsDependencies } from './foundation.ts';
import type { GraphContext } from './graphql/context.ts';
import { resolvers } from './graphql/resolvers.ts';
import { internalHandlers } from './internal.ts';
import { consumerLog, jobLog, serviceLog, sweeperLog } from './logger.ts';
import { jobsSchema, jobTasks } from './messaging/jobs.ts';
import { eraseUnverifiedUseCase } from './use-cases/account/erase-account.ts';
import { reportFailuresUseCase } from './use-cases/session/report-failures.ts';
import { useCasesOf } from './use-cases/use-cases.ts';

export { runAccountsCommand } from './cli.ts';
export { openAccountsEventTools } from './event-tools.ts';

const minuteMs = 60_000;

/** Brings the schema up to date; before any service starts, as services read each other's logs. */
export const migrateAccounts = migrate;

/** Migrates, opens the keys, starts its consumers, its jobs and the sweeper, and answers. Disposing stops in reverse order. */
export async function startAccounts(config: AccountsConfig, deps: AccountsDependencies): Promise<RunningService> {
  await using stack = new AsyncDisposableStack();
  await migrate(deps.database);
  const parts = await composeParts(config, deps, stack);
  const worker = stack.use(
    await createJobWorker({ pool: parts.pool, schema: jobsSchema, tasks: jobTasks(parts.services), log: jobLog }),
  );
  const consumers = stack.use(await listen(parts, stack));
  const sweeping = { everyMs: minuteMs, log: sweeperLog, failure: 'the sweep failed' };
  stack.use(periodically(() => sweep(parts), sweeping));
  const useCases = useCasesOf(parts.services);
  stack.use(startHourlyChores(parts, useCases));
  const owned = stack.move();
  return {
    subgraph: inProcessSubgraph<GraphContext>({
      name: 'accounts',
      sdl: sdlOf('accounts'),
      resolvers,
      contextFor: (caller) => ({ caller, useCases }),
      onFault: (error, { requestId }) => serviceLog.error({ err: error, requestId }, 'a request failed'),
    }),
    internal: internalHandlers(parts.services, useCases),
    ready: async () => allReady([consumers.ready(), await databaseReadiness(parts.pool)]),
    drain: () => drainAll(consumers, worker),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function listen({ pool, deps, services }: AccountsParts, stack: AsyncDisposableStack) {
  const source = createPostgresEventSource({
    pool,
    schema: 'accounts',
    logs: { secrets: 'secrets', notifications: 'notifications' },
  });
  stack.use(deps.doorbell.onRing(source.wake));
  const definitions = consumersOf(services);
  return await startConsumers({
    pool,
    schema: 'accounts',
    service: 'accounts',
    jobs: jobsSchema,
    source,
    definitions,
    log: consumerLog,
  });
}

/** What a consumer hears may become a job, and a job's event news for a consumer. */
async function drainAll(consumers: { drain(): Promise<void> }, worker: JobWorker): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await consumers.drain();
    await worker.drain();
  }
}

/** One process at a time. */
async function sweep(parts: AccountsParts): Promise<void> {
  await asLeader(parts.pool, 'accounts:sweeper', async () => {
    const { account } = parts.services;
    const reported = await reportFailuresUseCase(account)();
    const erased = await eraseUnverifiedUseCase(account)();
    const purged = await purgePastRows(parts.pool, account.clock.now());
    if (reported + erased + purged > 0) sweeperLog.info({ reported, erased, purged }, 'swept');
  });
}

async function databaseReadiness(pool: pg.Pool): Promise<Readiness> {
  try {
    await pool.query('select 1');
    return { isReady: true };
  } catch {
    return { isReady: false, reason: 'accounts: the database does not answer' };
  }
}
