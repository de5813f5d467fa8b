import { setTimeout as rest } from 'node:timers/promises';
import { createJobWorker, type JobWorker, type RunningConsumers } from '@onceover/event-bus';
import { inProcessSubgraph, type RunningService } from '@onceover/graphql-kit/subgraph';
import { allReady, type Readiness } from '@onceover/service-kit/lifecycle';
import { createLogger } from '@onceover/service-kit/logging';
import type pg from 'pg';
import { type Backing, type Foundation, openFoundation, type ServiceDefinition } from './foundation.ts';
import type { Jobs, ServiceParts } from './service-parts.ts';
import { startChores } from './start-chores.ts';
import { startListening } from './start-listening.ts';

const DRAIN_MS = 60_000;

/**
 * Runs a service: connections, log, what `build` makes of them, then its jobs, its consumers and its chores. Disposing
 * stops them in reverse order, and so does a start that fails.
 *
 * The database is migrated already: services read each other's logs, so that all of them are before any one starts.
 */
export async function startService<Context extends object>(
  definition: ServiceDefinition,
  backing: Backing,
  build: (foundation: Foundation) => Promise<ServiceParts<Context>>,
): Promise<RunningService> {
  await using stack = new AsyncDisposableStack();
  const foundation = await openFoundation(definition, backing, stack);
  const { name, pool } = foundation;
  const log = createLogger(name);
  const parts = await build(foundation);
  const worker = parts.jobs === undefined ? undefined : await startJobs(parts.jobs, foundation);
  const consumers = await startListening(parts.consumers, foundation, {
    doorbell: backing.doorbell,
    log: createLogger(`${name}.consumers`),
  });
  stack.use(startChores(parts.chores, { name, pool, log: createLogger(`${name}.chores`) }));
  const owned = stack.move();
  return {
    subgraph: inProcessSubgraph<Context>({
      ...parts.resolvers,
      name,
      onFault: (error, { requestId }) => log.error({ err: error, requestId }, 'a request failed'),
    }),
    internal: parts.internal,
    ready: async () => allReady([parts.readiness?.() ?? { isReady: true }, await databaseReadiness(name, pool)]),
    drain: () => drain(consumers, worker, parts.jobs),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function startJobs(
  { tasks, concurrency, drainMs, onStop }: Jobs,
  { name, pool, jobsSchema, stack }: Foundation,
): Promise<JobWorker> {
  const worker = stack.use(
    await createJobWorker({
      pool,
      schema: jobsSchema,
      tasks,
      log: createLogger(`${name}.jobs`),
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(drainMs === undefined ? {} : { drainMs }),
    }),
  );
  if (onStop !== undefined) stack.defer(onStop);
  return worker;
}

async function databaseReadiness(name: string, pool: pg.Pool): Promise<Readiness> {
  try {
    await pool.query('select 1');
    return { isReady: true };
  } catch {
    return { isReady: false, reason: `${name}: the database does not answer` };
  }
}

/** What a consumer hears may become a job, and what a job did news for a consumer. */
async function drain(
  consumers: RunningConsumers,
  worker: JobWorker | undefined,
  jobs: Jobs | undefined,
): Promise<void> {
  await consumers.drain();
  if (worker === undefined) return;
  await drainJobs(worker, jobs?.hasMore);
  await consumers.drain();
  await drainJobs(worker, jobs?.hasMore);
}

async function drainJobs(worker: JobWorker, hasMore: Jobs['hasMore']): Promise<void> {
  const deadline = performance.now() + DRAIN_MS;
  await worker.drain();
  while (await hasMore?.()) {
    if (performance.now() > deadline) throw new Error('the jobs did not finish in time');
    await rest(10);
    await worker.drain();
  }
}
