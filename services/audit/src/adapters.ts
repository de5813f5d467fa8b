import { eventRulesOf } from '@onceover/schema/event-rules';
import { logNames } from '@onceover/schema/events/logs';
import { logCallsOf } from '@onceover/schema/internal/log-history';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { Backing, Foundation } from '@onceover/service-shell/foundation';
import { logHistoryBy } from '@onceover/service-shell/log-calls';
import { createCheckpointFiles } from './adapters/checkpoint-files.ts';
import { openAuditKey } from './adapters/keys/audit-key.ts';
import { createLogSearch, createNewestEvents, type Histories } from './adapters/log-search.ts';
import { createPostgresActivityBook, postgresVersion, purgeCounts } from './adapters/postgres/activity-counts.ts';
import { createPostgresCheckpointBook } from './adapters/postgres/audit-checkpoints.ts';
import { createBlockPlaces } from './adapters/postgres/block-places.ts';
import { createEntrySearch } from './adapters/postgres/entry-search.ts';
import { auditSchema } from './adapters/postgres/schema.ts';
import { createExportBook } from './adapters/postgres/trail-exports.ts';
import { createSecretLookups } from './adapters/secret-lookups.ts';
import type { AuditConfig } from './config.ts';
import type { TrailSearch } from './use-cases/trail/search/trail-search.ts';

export const definition = { schema: auditSchema, eventRules: eventRulesOf('audit') } as const;

export interface AuditDependencies extends Backing {
  readonly ask: AskInternal;
}

export type AuditAdapters = Awaited<ReturnType<typeof openAdapters>>;

export async function openAdapters(
  { auditDir, keysDir }: AuditConfig,
  { ask }: AuditDependencies,
  foundation: Foundation,
) {
  const { pool, events, databaseNow: now } = foundation;
  const checkpoints = createPostgresCheckpointBook(foundation);
  const histories = historiesBy(ask);
  const [inChains, inLogs] = [createEntrySearch(pool), createLogSearch(pool, histories)];
  const count: TrailSearch['count'] = async (conditions, steps) =>
    (await Promise.all([inChains, inLogs].map((part) => part.count(conditions, steps)))).flat();
  return {
    ask,
    now,
    postgresVersion: () => postgresVersion(pool),
    activity: createPostgresActivityBook(pool),
    newestEvents: createNewestEvents(histories),
    search: { ...inChains, ...inLogs, count },
    blocks: createBlockPlaces(pool),
    findSecrets: createSecretLookups(ask, events),
    exports: createExportBook(events),
    signatures: checkpoints,
    checkpoints,
    auditSigner: await openAuditKey(keysDir),
    /** Where checkpoints are kept besides the database, if anywhere. */
    checkpointArchive: auditDir === undefined ? undefined : createCheckpointFiles(auditDir),
    purgeCounts: () => purgeCounts(pool),
  };
}

function historiesBy(ask: AskInternal): Histories {
  const entries = logNames.map((log) => [log, logHistoryBy(ask, logCallsOf(log))]);
  return Object.fromEntries(entries);
}
