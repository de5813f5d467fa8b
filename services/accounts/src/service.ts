import type { RunningService } from '@onceover/graphql-kit/subgraph';
import { migrateSchema } from '@onceover/postgres-kit/migrate';
import type { Caller } from '@onceover/schema/caller';
import { accountsHealth, settleEventIn } from '@onceover/schema/internal/service-health';
import { shownSettings } from '@onceover/service-kit/config';
import { answering } from '@onceover/service-kit/internal-call';
import { connectionsOf } from '@onceover/service-shell/foundation';
import { serviceToolsOf } from '@onceover/service-shell/service-tools';
import { startService } from '@onceover/service-shell/start-service';
import type pg from 'pg';
import { accountsSchema } from './adapters/postgres/schema.ts';
import { type AccountsDependencies, openAdapters, serviceOf } from './adapters.ts';
import { choresOf } from './chores.ts';
import { type AccountsConfig, accountsConfig } from './config.ts';
import { consumersOf } from './consumers.ts';
import { internalOf } from './internal.ts';
import { jobsOf } from './messaging/jobs.ts';
import { resolversOf } from './resolvers.ts';
import { useCasesOf } from './use-cases/use-cases.ts';

export const accountsConnections = (config: AccountsConfig): number => connectionsOf(serviceOf(config));

/** Brings the service's schema up to date. Every service's is, before any of them starts: they read each other's logs. */
export const migrateAccounts = (database: pg.PoolConfig): Promise<void> => migrateSchema(database, accountsSchema);

/** Opens the keys, starts the consumers, the jobs and the sweeper, and answers. */
export const startAccounts = (config: AccountsConfig, deps: AccountsDependencies): Promise<RunningService<Caller>> =>
  startService(serviceOf(config), deps, async (foundation) => {
    const adapters = await openAdapters(config, deps, foundation);
    const { services } = adapters;
    const useCases = useCasesOf(services);
    const consumers = consumersOf(services);
    const tools = serviceToolsOf(foundation, consumers);
    const settings = shownSettings(accountsConfig, config);
    return {
      resolvers: resolversOf(useCases),
      internal: [
        ...internalOf(services, useCases),
        answering(accountsHealth, async () => ({ ...(await tools.health()), settings })),
        answering(settleEventIn('accounts'), tools.answerSettle),
      ],
      consumers,
      jobs: jobsOf(services),
      chores: choresOf(adapters, useCases),
    };
  });
