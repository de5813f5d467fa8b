import { createPostgresEventSource, type Doorbell, type RunningConsumers, startConsumers } from '@onceover/event-bus';
import { inProcessSubgraph, type RunningService } from '@onceover/graphql-kit/subgraph';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import { asLeader } from '@onceover/postgres-kit/leader';
import { sdlOf } from '@onceover/schema/sdl';
import { allReady, type Readiness } from '@onceover/service-kit/lifecycle';
import { periodically } from '@onceover/service-kit/periodic';
import type pg from 'pg';
import { appRole, migrate } from './adapters/postgres/migrate.ts';
import { purgePastRows } from './adapters/postgres/purge.ts';
import { composeParts, type SecretsDependencies, type SecretsParts } from './adapters.ts';
import type { SecretsConfig } from './config.ts';
import { attemptTiers } from './domain/secret/passphrase-attempts.ts';
import type { GraphContext } from './graphql/context.ts';
import { resolvers } from './graphql/schema.ts';
import { internalHandlers } from './internal.ts';
import { consumerLog, serviceLog, sweeperLog } from './logger.ts';
import { onDeliveryEnded } from './messaging/on-delivery-ended.ts';
import { onPlanChanged } from './messaging/on-plan-changed.ts';
import { expireDueSecretsUseCase } from './use-cases/expire/expire-due-secrets.ts';
import { useCasesOf } from './use-cases/use-cases.ts';

export { openSecretsEventTools } from './event-tools.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** One for each log that is read, and two for the work. */
const consumerConnections = 4;

/** Brings the service's schema up to date. Every service's is, before any of them starts: they read each other's logs. */
export async function migrateSecrets(database: pg.PoolConfig): Promise<void> {
  await migrate(database);
}

/** Migrates, opens the keys, starts the sweeper and the consumers, and answers. Disposing stops in reverse order. */
export async function startSecrets(config: SecretsConfig, given: SecretsDependencies): Promise<RunningService> {
  await using stack = new AsyncDisposableStack();
  const deps = { ...given, doorbell: deafToItself(given.doorbell) };
  await migrate(deps.database);
  const parts = await composeParts(config, deps, stack);
  const partitions = { everyMs: dayMs, log: serviceLog, failure: 'partitions were not made' };
  stack.use(periodically(() => parts.events.ensurePartitions(), partitions));
  const expireDue = expireDueSecretsUseCase(parts.ports);
  const sweeping = { everyMs: config.sweepSeconds * 1000, log: sweeperLog, failure: 'the sweep failed' };
  stack.use(periodically(() => sweep(parts.pool, expireDue), sweeping));
  const consumers = stack.use(await listen(deps, stack));
  return running(parts, consumers, stack.move());
}

/** Nothing here listens to our own log: a commit of ours wakes the others, and costs us no look at their logs. */
function deafToItself(doorbell: Doorbell): Doorbell {
  let isOurs = false;
  return {
    ring() {
      isOurs = true;
      doorbell.ring();
      isOurs = false;
    },
    onRing: (listener) => doorbell.onRing(() => (isOurs ? undefined : listener())),
  };
}

/** On connections of their own, so that what others did never waits for, or holds up, what somebody asks for now. */
async function listen(
  { database, doorbell }: SecretsDependencies,
  stack: AsyncDisposableStack,
): Promise<RunningConsumers> {
  const pool = stack.adopt(
    openAppPool(database, { role: appRole, name: 'onceover secrets consumers', max: consumerConnections }),
    (open) => open.end(),
  );
  const source = createPostgresEventSource({
    pool,
    schema: 'secrets',
    logs: { accounts: 'accounts', notifications: 'notifications' },
    onError: seldom((error) => consumerLog.warn({ err: error }, 'a log could not be read')),
  });
  stack.use(doorbell.onRing(() => source.wake()));
  const definitions = [onPlanChanged, onDeliveryEnded];
  return await startConsumers({ pool, schema: 'secrets', service: 'secrets', source, definitions, log: consumerLog });
}

/** What cannot be read is tried again several times a second; to say so once a minute is enough. */
function seldom(say: (error: unknown) => void): (error: unknown) => void {
  let quietUntil = 0;
  return (error) => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + minuteMs;
    say(error);
  };
}

function running(parts: SecretsParts, consumers: RunningConsumers, stack: AsyncDisposableStack): RunningService {
  const useCases = useCasesOf(parts.ports);
  return {
    subgraph: inProcessSubgraph<GraphContext>({
      name: 'secrets',
      sdl: sdlOf('secrets'),
      resolvers,
      contextFor: (caller) => ({ caller, useCases }),
      onFault: (error, { requestId }) => serviceLog.error({ err: error, requestId }, 'a request failed'),
    }),
    internal: internalHandlers(parts.envelopes, useCases),
    ready: async () => allReady([await readiness(parts), consumers.ready()]),
    drain: () => consumers.drain(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** One process at a time; what is past its time goes right after. */
async function sweep(pool: pg.Pool, expireDue: () => Promise<number>): Promise<void> {
  await asLeader(pool, 'secrets:sweeper', async () => {
    const expired = await expireDue();
    const purged = await purgePastRows(pool, attemptTiers.networkWindowSeconds);
    if (expired + purged > 0) sweeperLog.info({ expired, purged }, 'swept');
  });
}

async function readiness({ pool, ports }: SecretsParts): Promise<Readiness> {
  const sealed = ports.keyRing.sealedReason();
  if (sealed !== null) return { isReady: false, reason: `secrets: sealed: ${sealed}` };
  try {
    await pool.query('select 1');
    return { isReady: true };
  } catch {
    return { isReady: false, reason: 'secrets: the database does not answer' };
  }
}
