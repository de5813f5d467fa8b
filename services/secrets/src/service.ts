import type { RunningService } from '@onceover/graphql-kit/subgraph';
import { migrateSchema } from '@onceover/postgres-kit/migrate';
import type { Caller } from '@onceover/schema/caller';
import { secretsHealth, settleEventIn } from '@onceover/schema/internal/service-health';
import { shownSettings } from '@onceover/service-kit/config';
import { answering } from '@onceover/service-kit/internal-call';
import { connectionsOf, type Foundation } from '@onceover/service-shell/foundation';
import { type ServiceTools, serviceToolsOf } from '@onceover/service-shell/service-tools';
import { startService } from '@onceover/service-shell/start-service';
import type pg from 'pg';
import { queryableOf } from './adapters/crypto/keys/key-session.ts';
import { readKeyHealth } from './adapters/crypto/keys/key-tables.ts';
import { freeMegabytes } from './adapters/disk-space.ts';
import { secretsSchema } from './adapters/postgres/schema.ts';
import { openAdapters, type SecretsDependencies, serviceOf } from './adapters.ts';
import { choresOf } from './chores.ts';
import { type SecretsConfig, secretsConfig } from './config.ts';
import { consumers } from './consumers.ts';
import { internalOf } from './internal.ts';
import { resolversOf } from './resolvers.ts';
import { useCasesOf } from './use-cases/use-cases.ts';

/** Brings the service's schema up to date. Every service's is, before any of them starts: they read each other's logs. */
export const migrateSecrets = (database: pg.PoolConfig): Promise<void> => migrateSchema(database, secretsSchema);

/** Maximum database connections of the service in one process. */
export const secretsConnections = (config: SecretsConfig): number => connectionsOf(serviceOf(config));

/** Opens the keys, starts the consumers and the sweeper, and answers. Sealed, it answers only what needs no key. */
export const startSecrets = (config: SecretsConfig, deps: SecretsDependencies): Promise<RunningService<Caller>> =>
  startService(serviceOf(config), deps, async (foundation) => {
    const adapters = await openAdapters(config, deps, foundation);
    const { keyRing } = adapters.ports;
    const useCases = useCasesOf(adapters.ports);
    const tools = serviceToolsOf(foundation, consumers);
    return {
      resolvers: resolversOf(useCases),
      internal: [
        ...internalOf(adapters, useCases),
        answering(secretsHealth, () => healthOf(config, deps, foundation, tools)),
        answering(settleEventIn('secrets'), tools.answerSettle),
      ],
      consumers,
      chores: choresOf(config, adapters, foundation.events),
      readiness() {
        const reason = keyRing.sealedReason();
        const sealed = reason === null ? null : `${reason} (npm run keys -- status says what to do)`;
        return sealed === null ? { isReady: true } : { isReady: false, reason: `secrets: sealed: ${sealed}`, sealed };
      },
    };
  });

async function healthOf(
  config: SecretsConfig,
  { databaseDir = null }: { readonly databaseDir?: string | null },
  { pool }: Pick<Foundation, 'pool'>,
  tools: ServiceTools,
) {
  const [health, keys, free] = await Promise.all([
    tools.health(),
    readKeyHealth(queryableOf(pool)),
    freeMegabytes(databaseDir),
  ]);
  const disk = free === null ? null : { freeMegabytes: free, floorMegabytes: config.minFreeMegabytes };
  return { ...health, ...keys, disk, settings: shownSettings(secretsConfig, config) };
}
