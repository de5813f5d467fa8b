import { identifier, type Json, queryOn } from '@onceover/event-store';
import { isTraced } from '@onceover/service-kit/tracing';
import type { Knex } from 'knex';

export interface JobOptions {
  /** Run it no earlier than this. Default: at once. */
  readonly runAt?: Date;
  /** Number of runs before it is given up. Default 25. */
  readonly maxAttempts?: number;
  /** The trace of what it follows from. */
  readonly traceparent?: string | null | undefined;
}

/** Where a payload has the trace that its job is part of. */
export const TRACE_OF_JOB = 'traceparent';

/** References only: a payload stays in the database until the job has run, and is never logged. */
export type JobPayload = Readonly<Record<string, Json>>;

/**
 * Puts a job into the queue, in the transaction it belongs to: if that does not commit, there is no job.
 *
 * @NOTE There are no keys that replace a waiting job: one that is freed and taken in the same moment would be lost.
 *       Work requested twice finds in its own tables that it has been done.
 */
export type JobQueue = (name: string, payload: JobPayload, options?: JobOptions) => Promise<void>;

export function jobsSchemaOf(schema: string): string {
  return `${schema}_jobs`;
}

/**
 * The queue of one service inside a transaction, of a handler or of a use case that writes.
 *
 * Shape    `jobs` is the schema that `jobTablesMigration` created
 */
export function jobQueueIn(tx: Knex.Transaction, jobs: string): JobQueue {
  const sql = `select from ${identifier(jobs)}.add_job(
    $1::text, payload => $2::json, run_at => $3::timestamptz, max_attempts => $4::int)`;
  return async (
    name,
    payload,
    { runAt = null, maxAttempts = null, traceparent }: Partial<Nullable<JobOptions>> = {},
  ) => {
    const traced = isTraced(traceparent ?? undefined) ? { ...payload, [TRACE_OF_JOB]: traceparent } : payload;
    await queryOn(tx, sql, [name, JSON.stringify(traced), runAt, maxAttempts]);
  };
}

type Nullable<T> = { [K in keyof T]: T[K] | null };
