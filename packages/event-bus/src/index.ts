export { watermarkAge } from '@onceover/event-store';
export {
  type ConsumerDefinition,
  consumerKey,
  type HandlerContext,
  type LogMonth,
  monthOf,
  type ReadEvent,
} from './consumer.ts';
export { createDoorbell, type Doorbell } from './doorbell.ts';
export { errorText } from './error-text.ts';
export { type JobQueue, jobQueueIn, jobsSchemaOf } from './jobs/job-queue.ts';
export { jobTablesMigration } from './jobs/job-tables.ts';
export { createJobWorker, type JobWorker } from './jobs/job-worker.ts';
export type { JobTask } from './jobs/task.ts';
export { createConsumerRuntime } from './runtime/consumer-runtime.ts';
export { type RunningConsumers, startConsumers } from './start-consumers.ts';
export type { ConsumerStore, DeadLetter } from './stores/consumer-store.ts';
export { createPostgresConsumerStore } from './stores/postgres-consumer-store.ts';
export { discardDeadLetter, type LetterRef, listDeadLetters, retryDeadLetter } from './tools/dead-letters.ts';
export { eventTools, type GivenUp, type RebuildParts, type ToolParts, ToolRefusal } from './tools/parts.ts';
export { replay } from './tools/replay.ts';
export { skip } from './tools/skip.ts';
export { type ConsumerStatus, consumerStatus } from './tools/status.ts';
