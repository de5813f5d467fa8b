import { setTimeout as rest } from 'node:timers/promises';
import {
  createJobWorker,
  createPostgresEventSource,
  type JobWorker,
  type RunningConsumers,
  startConsumers,
} from '@onceover/event-bus';
import { inProcessSubgraph, type RunningService } from '@onceover/graphql-kit/subgraph';
import { asLeader } from '@onceover/postgres-kit/leader';
import { sdlOf } from '@onceover/schema/sdl';
import { allReady, type Readiness } from '@onceover/service-kit/lifecycle';
import { periodically } from '@onceover/service-kit/periodic';
import { jobsSchema } from './adapters/postgres/jobs.ts';
import { purgePastRows } from './adapters/postgres/purge.ts';
import { migrateNotifications } from './adapters/postgres/schema.ts';
import { composeParts, type NotificationsDependencies, type NotificationsParts } from './adapters.ts';
import type { NotificationsConfig } from './config.ts';
import type { GraphContext } from './graphql/context.ts';
import { resolvers } from './graphql/schema.ts';
import { internalHandlers } from './internal.ts';
import { choresLog, mailLog, serviceLog } from './logger.ts';
import { mailJobs } from './messaging/jobs.ts';
import { mailConsumer } from './messaging/on-delivery-requested.ts';
import { deliverMailUseCase } from './use-cases/mail/deliver-mail.ts';
import { useCasesOf } from './use-cases/use-cases.ts';

export { openNotificationsEventTools } from './event-tools.ts';

export { migrateNotifications };

const LOOK_AFTER_MS = 2_000;
const CHORES_MS = 3_600_000;
const DRAIN_MS = 60_000;
/** For mails in hand to leave; after half of it those that have not are cut, and sent again by whoever comes next. */
const STOP_MS = 10_000;
/** Mails at once; each has a connection to the mail server, none to the database. */
const MAILS_AT_ONCE = 4;

/** Migrates, listens for mails that are asked for, sends them, and answers. Disposing lets mails in hand leave, 5 s. */
export async function startNotifications(
  config: NotificationsConfig,
  deps: NotificationsDependencies,
): Promise<RunningService> {
  await using stack = new AsyncDisposableStack();
  await migrateNotifications(deps.database);
  const parts = await composeParts(config, deps, stack);
  const { pool, ports } = parts;
  const tasks = mailJobs({ deliverMail: deliverMailUseCase(ports), envelopes: ports.envelopes });
  const worker = stack.use(
    await createJobWorker({
      pool,
      schema: jobsSchema,
      tasks,
      log: mailLog,
      concurrency: MAILS_AT_ONCE,
      drainMs: STOP_MS,
    }),
  );
  stack.defer(() => void setTimeout(parts.cutMails, STOP_MS / 2).unref());
  const looking = { everyMs: LOOK_AFTER_MS, log: mailLog, failure: 'mails were not looked after' };
  stack.use(periodically(() => ports.mails.lookAfter(), looking));
  const chores = { everyMs: CHORES_MS, log: choresLog, failure: 'the chores were not done' };
  stack.use(periodically(() => doChores(parts), chores));
  const consumers = stack.use(await listen(parts, deps, stack));
  return running(parts, { worker, consumers }, stack.move());
}

async function listen(
  { pool }: NotificationsParts,
  { doorbell, clock }: NotificationsDependencies,
  stack: AsyncDisposableStack,
): Promise<RunningConsumers> {
  const schema = 'notifications';
  const source = createPostgresEventSource({
    pool,
    schema,
    logs: { secrets: 'secrets', accounts: 'accounts' },
    onError: (error) => serviceLog.warn({ err: error }, 'a log could not be read'),
  });
  stack.use(doorbell.onRing(() => source.wake()));
  const definitions = [mailConsumer];
  return startConsumers({
    pool,
    schema,
    service: 'notifications',
    source,
    definitions,
    log: serviceLog,
    ...(clock === undefined ? {} : { clock }),
  });
}

interface Workers {
  readonly worker: JobWorker;
  readonly consumers: RunningConsumers;
}

function running(parts: NotificationsParts, workers: Workers, stack: AsyncDisposableStack): RunningService {
  const useCases = useCasesOf(parts.ports);
  return {
    subgraph: inProcessSubgraph<GraphContext>({
      name: 'notifications',
      sdl: sdlOf('notifications'),
      resolvers,
      contextFor: (caller) => ({ caller, useCases }),
      onFault: (error, { requestId }) => serviceLog.error({ err: error, requestId }, 'a request failed'),
    }),
    internal: internalHandlers(parts.ports, useCases),
    ready: async () => allReady([await databaseReadiness(parts), workers.consumers.ready()]),
    drain: () => drain(parts, workers),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** One process at a time. */
async function doChores({ pool, ports }: NotificationsParts): Promise<void> {
  await asLeader(pool, 'notifications:chores', async () => {
    const keys = await ports.sealingKeys.destroyOld();
    const purged = await purgePastRows(pool);
    if (keys + purged > 0) choresLog.info({ keys, purged }, 'the chores are done');
  });
}

/** Everything asked for is written down, and every mail that is due has been tried. */
async function drain({ ports: { mails } }: NotificationsParts, { worker, consumers }: Workers): Promise<void> {
  await consumers.drain();
  const deadline = performance.now() + DRAIN_MS;
  do {
    await worker.drain();
    if (performance.now() > deadline) throw new Error('mails are not sent in time');
    await rest(10);
  } while (await mails.hasDue());
  await worker.drain();
}

async function databaseReadiness({ pool }: NotificationsParts): Promise<Readiness> {
  try {
    await pool.query('select 1');
    return { isReady: true };
  } catch {
    return { isReady: false, reason: 'notifications: the database does not answer' };
  }
}
