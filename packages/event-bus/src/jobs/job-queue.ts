import { identifier, type Json } from '@onceover/event-store';
import type { Knex } from 'knex';

export interface JobOptions {
  /** Run it no earlier than this. Default: at once. */
  readonly runAt?: Date;
  /** Number of runs before it is given up. Default 25. */
  readonly maxAttempts?: number;
}

/** References only: a payload stays in the database until the job has run, and is never logged. */
export type JobPayload = Readonly<Record<string, Json>>;

/**
 * Puts a job into the queue, in the transaction it belongs to: if that does not commit, there is no job.
 *
 * @NOTE There are no keys that replace a waiting job: one that is freed and taken in the same moment would be lost.
 *       Work requested twice finds in its own tables that it has been done.
 */
export type JobQueue = (name: string, payload: JobPayload, options?: JobOptions) => Promise<void>;

/** The schema of a service's jobs, by default. */
export function jobsSchemaOf(schema: string): string {
  return `${schema}_jobs`;
}

/**
 * The queue of one service inside a transaction, of a handler or of a use case that writes.
 *
 * Shape    `jobs` is the schema that `jobTablesMigration` created
 */
export function jobQueueIn(tx: Knex.Transaction | Knex, jobs: string): JobQueue {
  const sql = `select from ${identifier(jobs)}.add_job(
    ?::text, payload => ?::json, run_at => ?::timestamptz, max_attempts => ?::int)`;
  return async (name, payload, { runAt = null, maxAttempts = null }: Partial<Nullable<JobOptions>> = {}) => {
    await tx.raw(sql, [name, JSON.stringify(payload), runAt, maxAttempts] as Knex.RawBinding[]);
  };
}

type Nullable<T> = { [K in keyof T]: T[K] | null };
