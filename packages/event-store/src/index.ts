export { batchReads } from './batching/batch-reads.ts';
export type { BatchLimits } from './batching/command-queue.ts';
export { newsOf } from './commands/news-of.ts';
export { metaField, readMeta, writeMeta } from './commands/stored-meta.ts';
export { type Covered, type EventCount, isOnlyCovered, LOG_COVERED } from './covering/log-covered.ts';
export { merkleRoot } from './covering/merkle-root.ts';
export type { Json, NewEvent } from './domain/index.ts';
export * from './errors.ts';
export type * from './history/log-history.ts';
export { MOST_AT_ONCE } from './history/log-history.ts';
export { type CommandFunction, openCommandFunction } from './postgres/command-function.ts';
export type { Appendable } from './postgres/command-runner.ts';
export {
  bookmarksMigration,
  consumerTablesMigration,
  grantLogReading,
  RELAY,
  relayPlaceMigration,
  relaySchemaOf,
  revokeLogReading,
} from './postgres/consumer-tables.ts';
export { createLogCover, type LogCover, type LogCoverOptions } from './postgres/cover-log.ts';
export { createPostgresEventSource, type PostgresEventSourceOptions } from './postgres/event-source.ts';
export { createPostgresEventStore, type PostgresEventStore } from './postgres/event-store.ts';
export { type LoggedEvent, readEventText } from './postgres/event-text.ts';
export { type LogFacts, readLogFacts } from './postgres/log-facts.ts';
export { applyLogRetention, type LogRetentionOptions, type Removed } from './postgres/log-retention.ts';
export { type Piece, searchFailure, statementOf } from './postgres/log-search.ts';
export { LogWatch } from './postgres/log-watch.ts';
export { eventLogFunctions, eventLogMigration, installEventLog, type Migration } from './postgres/migration.ts';
export type { LogGeneration } from './postgres/open-log.ts';
export { createOwnLog } from './postgres/own-log.ts';
export { placeAbout } from './postgres/place-about.ts';
export { poolSettings } from './postgres/pool-settings.ts';
export { isPosition, LOG_END, LOG_START, positionBefore } from './postgres/position.ts';
export { onlyRow } from './postgres/rows.ts';
export { identifier } from './postgres/sql/identifiers.ts';
export { surviveLostConnections } from './postgres/survive-lost-connections.ts';
export { inTransaction, knexOn, queryOn } from './postgres/transaction.ts';
export { watermarkAge } from './postgres/watermark-age.ts';
export { afterCommit } from './subscription/after-commit.ts';
export { HaltSubscription, OwnershipLost } from './subscription/ports.ts';
export type * from './types.ts';
export { type WatchEvents, watchEvents } from './watch-events.ts';
