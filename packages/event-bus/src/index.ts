export { watermarkAge } from '@onceover/event-store';
export {
  type ConsumerDefinition,
  consumerKey,
  type HandlerContext,
  type LogMonth,
  monthOf,
  type Projection,
  type ReadEvent,
} from './consumer.ts';
export { type ConsumerNews, createDoorbell, type Doorbell } from './doorbell.ts';
export { errorText } from './error-text.ts';
export { type JobOptions, type JobPayload, type JobQueue, jobQueueIn, jobsSchemaOf } from './jobs/job-queue.ts';
export { type JobTablesOptions, jobTablesMigration } from './jobs/job-tables.ts';
export { createJobWorker, type JobWorker, type JobWorkerOptions } from './jobs/job-worker.ts';
export { type Job, type JobTask, PermanentJobFailure } from './jobs/task.ts';
export {
  type ConsumerRuntime,
  type ConsumerRuntimeOptions,
  createConsumerRuntime,
  type RunningConsumer,
} from './runtime/consumer-runtime.ts';
export { type RunningConsumers, type StartConsumersOptions, startConsumers } from './start-consumers.ts';
export type { ConsumerStore, ConsumerUnit, DeadLetter } from './stores/consumer-store.ts';
export { createPostgresConsumerStore, type PostgresConsumerStoreOptions } from './stores/postgres-consumer-store.ts';
export {
  discardDeadLetter,
  type LetterRef,
  listDeadLetters,
  retryDeadLetter,
  showDeadLetter,
} from './tools/dead-letters.ts';
export {
  type EventToolsOptions,
  eventTools,
  type GivenUp,
  type OperatorDoing,
  type RebuildParts,
  type ToolParts,
  ToolRefusal,
} from './tools/parts.ts';
export { type ReplayOptions, replay } from './tools/replay.ts';
export { skip } from './tools/skip.ts';
export { type ConsumerStatus, consumerStatus } from './tools/status.ts';
