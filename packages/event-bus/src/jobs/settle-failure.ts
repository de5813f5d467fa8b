import { identifier } from '@onceover/event-store';
import type pg from 'pg';
import { type Job, type JobTask, PermanentJobFailure } from './task.ts';

export interface FailedRun {
  readonly job: Job;
  readonly lockedBy: string;
  readonly error: unknown;
  readonly task: JobTask;
  readonly now: Date;
}

export function isOver({ job, error }: Pick<FailedRun, 'job' | 'error'>): boolean {
  return error instanceof PermanentJobFailure || job.attempt >= job.maxAttempts;
}

/** Milliseconds until the queue may run the job again. */
export function pauseMs({ job, task }: Pick<FailedRun, 'job' | 'task'>): number {
  return Math.max(task.retryMs?.(job.attempt) ?? 0, Math.exp(Math.min(job.attempt, 10)) * 1_000);
}

/**
 * Prepares what the queue is about to record of a failed run. The queue adds e^attempt seconds to the later of now and
 * `run_at`, so the task's own pause is set that much earlier. A job that is given up is left no tries.
 */
export async function settleFailure(pool: pg.Pool, schema: string, run: FailedRun): Promise<void> {
  const { job, lockedBy, task, now } = run;
  if (isOver(run)) {
    await change(pool, schema, 'attempts = max_attempts', [job.id, lockedBy]);
  } else if (task.retryMs !== undefined) {
    const due = new Date(now.getTime() + task.retryMs(job.attempt));
    const earlier = `run_at = $3::timestamptz - exp(least(attempts, 10)) * interval '1 second'`;
    await change(pool, schema, earlier, [job.id, lockedBy, due]);
  }
}

async function change(pool: pg.Pool, schema: string, assignment: string, values: unknown[]): Promise<void> {
  await pool.query(
    `update ${identifier(schema)}._private_jobs set ${assignment} where id = $1::bigint and locked_by = $2`,
    values,
  );
}
