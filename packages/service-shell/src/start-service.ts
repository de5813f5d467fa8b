import { setTimeout as rest } from 'node:timers/promises';
import { createJobWorker, type JobWorker, type RunningConsumers } from '@onceover/event-bus';
import { inProcessSubgraph, type RunningService } from '@onceover/graphql-kit/subgraph';
import { DatabaseHealth } from '@onceover/postgres-kit/database-health';
import type { InternalHandler } from '@onceover/service-kit/internal-call';
import { allReady } from '@onceover/service-kit/lifecycle';
import { createLogger } from '@onceover/service-kit/logging';
import { type Backing, type Foundation, openFoundation, type ServiceDefinition } from './foundation.ts';
import { ownHistory } from './own-history.ts';
import { retentionChore } from './retention-chore.ts';
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
export async function startService<Context extends object, Caller extends { readonly requestId: string }>(
  definition: ServiceDefinition,
  backing: Backing,
  build: (foundation: Foundation) => Promise<ServiceParts<Context, Caller>>,
): Promise<RunningService<Caller>> {
  await using stack = new AsyncDisposableStack();
  const foundation = await openFoundation(definition, backing, stack);
  const { name, pool, telemetry } = foundation;
  const log = createLogger(name);
  const health = stack.use(new DatabaseHealth({ name, pool, log: createLogger(`${name}.database`) }));
  const parts = await build(foundation);
  const worker = parts.jobs === undefined ? undefined : await startJobs(parts.jobs, foundation);
  const { consumers, report } = await startListening(parts.consumers, foundation, {
    doorbell: backing.doorbell,
    log: createLogger(`${name}.consumers`),
    onFailure: health.met,
  });
  const choresLog = createLogger(`${name}.chores`);
  const history = ownHistory(foundation, { doorbell: backing.doorbell, log: choresLog, onFailure: health.met });
  const chores = [...parts.chores, ...history.chores, retentionChore(foundation)];
  stack.use(startChores(chores, { name, pool, log: choresLog, onFailure: health.met, telemetry }));
  const owned = stack.move();
  return {
    subgraph: inProcessSubgraph<Context, Caller>({
      ...parts.resolvers,
      name,
      onFault: (error, { requestId }) => log.error({ err: error, requestId }, 'a request failed'),
      onOutage: health.met,
    }),
    internal: [...parts.internal, ...history.internal].map((handler) => telling(handler, health.met)),
    ready: async () => allReady([parts.readiness?.() ?? { isReady: true }, await health.readiness()]),
    consumers: report,
    drain: () => drain(consumers, worker, parts.jobs),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function startJobs(
  { tasks, concurrency, drainMs, onStop }: Jobs,
  { name, pool, jobsSchema, stack, telemetry }: Foundation,
): Promise<JobWorker> {
  const worker = stack.use(
    await createJobWorker({
      pool,
      schema: jobsSchema,
      tasks,
      log: createLogger(`${name}.jobs`),
      concurrency,
      drainMs,
      telemetry,
    }),
  );
  if (onStop !== undefined) stack.defer(onStop);
  return worker;
}

function telling({ call, handle }: InternalHandler, tell: (error: unknown) => void): InternalHandler {
  return {
    call,
    handle: (input) =>
      handle(input).catch((error: unknown) => {
        tell(error);
        throw error;
      }),
  };
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
