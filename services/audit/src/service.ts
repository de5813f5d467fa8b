import type { RunningService } from '@onceover/graphql-kit/subgraph';
import { migrateSchema } from '@onceover/postgres-kit/migrate';
import type { Caller } from '@onceover/schema/caller';
import { serviceHealth, settleEventIn } from '@onceover/schema/internal/service-health';
import { shownSettings } from '@onceover/service-kit/config';
import { answering } from '@onceover/service-kit/internal-call';
import { serviceToolsOf } from '@onceover/service-shell/service-tools';
import { startService } from '@onceover/service-shell/start-service';
import type pg from 'pg';
import { auditSchema } from './adapters/postgres/schema.ts';
import { type AuditDependencies, definition, openAdapters } from './adapters.ts';
import { choresOf } from './chores.ts';
import { type AuditConfig, auditConfig } from './config.ts';
import { consumers } from './consumers.ts';
import { internalOf } from './internal.ts';
import { resolversOf } from './resolvers.ts';
import { useCasesOf } from './use-cases/use-cases.ts';

/** One for the chores that one process does at a time, the rest for the consumers and the requests. */
export const auditConnections = 3;

/** Brings the service's schema up to date. Every service's is, before any of them starts: they read each other's logs. */
export const migrateAudit = (database: pg.PoolConfig): Promise<void> => migrateSchema(database, auditSchema);

/** Opens the key, writes the trail, signs, and answers. */
export const startAudit = (config: AuditConfig, deps: AuditDependencies): Promise<RunningService<Caller>> =>
  startService({ ...definition, connections: auditConnections }, deps, async (foundation) => {
    const adapters = await openAdapters(config, deps, foundation);
    const tools = serviceToolsOf(foundation, consumers);
    const settings = shownSettings(auditConfig, config);
    const ownHealth = async () => serviceHealth.parse({ ...(await tools.health()), settings });
    const useCases = useCasesOf({ ...adapters, ownHealth });
    return {
      resolvers: resolversOf(useCases),
      internal: [...internalOf(useCases), answering(settleEventIn('audit'), tools.answerSettle)],
      consumers,
      chores: choresOf(adapters),
    };
  });
