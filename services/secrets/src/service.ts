import { inProcessSubgraph, type RunningService } from '@onceover/graphql-kit/subgraph';
import { sdlOf } from '@onceover/schema/sdl';
import type { Readiness } from '@onceover/service-kit/lifecycle';
import type pg from 'pg';
import { periodically } from './adapters/periodic.ts';
import { asLeader } from './adapters/postgres/leader.ts';
import { migrate } from './adapters/postgres/migrate.ts';
import { purgePastRows } from './adapters/postgres/purge.ts';
import { composeParts, type SecretsDependencies, type SecretsParts } from './compose.ts';
import type { SecretsConfig } from './config.ts';
import { attemptTiers } from './domain/secret/attempt-tiers.ts';
import type { GraphContext } from './graphql/context.ts';
import { resolvers } from './graphql/schema.ts';
import { serviceLog, sweeperLog } from './logger.ts';
import { expireDueSecretsUseCase } from './use-cases/expire-due-secrets.ts';
import { useCasesOf } from './use-cases/use-cases.ts';

const dayMs = 86_400_000;

/** Migrates, opens the keys, starts the sweeper, and answers. Disposing stops in reverse order. */
export async function startSecrets(config: SecretsConfig, deps: SecretsDependencies): Promise<RunningService> {
  await using stack = new AsyncDisposableStack();
  await migrate(deps.database);
  const parts = await composeParts(config, deps, stack);
  const partitions = { everyMs: dayMs, log: serviceLog, failure: 'partitions were not made' };
  stack.use(periodically(() => parts.events.ensurePartitions(), partitions));
  const expireDue = expireDueSecretsUseCase(parts.ports);
  const sweeping = { everyMs: config.sweepSeconds * 1000, log: sweeperLog, failure: 'the sweep failed' };
  stack.use(periodically(() => sweep(parts.pool, expireDue), sweeping));
  return running(parts, stack.move());
}

function running(parts: SecretsParts, stack: AsyncDisposableStack): RunningService {
  const useCases = useCasesOf(parts.ports);
  return {
    subgraph: inProcessSubgraph<GraphContext>({
      name: 'secrets',
      sdl: sdlOf('secrets'),
      resolvers,
      contextFor: (caller) => ({ caller, useCases }),
      onFault: (error, { requestId }) => serviceLog.error({ err: error, requestId }, 'a request failed'),
    }),
    ready: () => readiness(parts),
    drain: async () => undefined,
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
