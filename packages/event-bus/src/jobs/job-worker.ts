import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { identifier } from '@onceover/event-store';
import { type Clock, systemClock } from '@onceover/service-kit/clock';
import type { Logger } from '@onceover/service-kit/logging';
import { periodically } from '@onceover/service-kit/periodic';
import { endings, noTelemetry, type Telemetry, timed } from '@onceover/service-kit/telemetry';
import type { Tracing } from '@onceover/service-kit/tracing';
import { type JobHelpers, run, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import { errorText } from '../error-text.ts';
import { graphileSettings, type StartedQueue } from './graphile-settings.ts';
import { type JobPayload, TRACE_OF_JOB } from './job-queue.ts';
import { Liveness } from './liveness.ts';
import { isOver, pauseMs, settleFailure } from './settle-failure.ts';
import type { Job, JobTask } from './task.ts';

export interface JobWorkerOptions {
  /** Connects as the service's role; two connections stay in use, plus one per job during the queue's bookkeeping. */
  readonly pool: pg.Pool;
  /** With the tables of `jobTablesMigration`, such as `boxes_jobs`. */
  readonly schema: string;
  /** By the name they are enqueued with. Jobs with other names wait for a worker that knows them. */
  readonly tasks: Readonly<Record<string, JobTask>>;
  readonly log: Logger;
  /** Number of jobs at once. Default 4. */
  readonly concurrency?: number | undefined;
  /** Retries are timed from this clock. */
  readonly clock?: Clock;
  /** For tests that move `Date`: this process's time decides which jobs are due, not the database's. */
  readonly useProcessTime?: boolean;
  /** How long stopping waits for current jobs before another worker may have them, in milliseconds. Default 10,000. */
  readonly drainMs?: number | undefined;
  /** Default: nobody counts. */
  readonly telemetry?: Telemetry | undefined;
}

/** Runs jobs until disposed; current jobs may still finish. */
export interface JobWorker extends AsyncDisposable {
  /** Resolves when no job is due and none is running; rejects when that takes longer than `timeoutMs` (30 s). */
  drain(timeoutMs?: number): Promise<void>;
}

const RESTART_MS = 1_000;
const FREE_EVERY_MS = 10_000;
/** By then the queue has recorded when a failed job runs again. */
const RECORDED_MS = 250;
/** For releasing the jobs that did not finish. */
const KILL_MS = 1_000;

/** Starts a worker on a service's job queue. After a database outage it starts again by itself. */
export async function createJobWorker(options: JobWorkerOptions): Promise<JobWorker> {
  const { pool, schema, log, useProcessTime = false, drainMs = 10_000 } = options;
  const stopping = new AbortController();
  let current = await startTurn(options);
  let stopped: Promise<void> | undefined;
  const supervision = supervise();

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      await Promise.race([current.ended, aborted(stopping.signal)]);
      if (stopping.signal.aborted) return;
      log.warn('the job worker stopped and is starting again');
      await current.end();
      await startAgain();
    }
  }

  async function startAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      await rest(RESTART_MS, stopping.signal);
      const next = await startTurn(options).catch(() => undefined);
      if (next === undefined) continue;
      current = next;
      return;
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await supervision;
    await current.stop(drainMs);
  }

  return {
    async drain(timeoutMs = 30_000) {
      const deadline = performance.now() + timeoutMs;
      while (await hasDueJobs(pool, schema, useProcessTime)) {
        if (performance.now() > deadline) throw new Error('timed out while waiting for jobs');
        await rest(20, stopping.signal);
      }
    },
    [Symbol.asyncDispose]: () => (stopped ??= stop()),
  };
}

/** One run of the queue's runner, with the lock that shows it is alive. */
interface Turn {
  /** Resolves when the runner has given up, which it does if its bookkeeping fails. */
  readonly ended: Promise<void>;
  stop(drainMs: number): Promise<void>;
  end(): Promise<void>;
}

async function startTurn(options: JobWorkerOptions): Promise<Turn> {
  const { pool, schema, log, concurrency = 4, useProcessTime = false } = options;
  const liveness = new Liveness(pool, schema);
  let queue: StartedQueue | undefined;
  const onStart = (started: StartedQueue) => {
    queue = started;
    return liveness.hold(started.id);
  };
  const taskList = taskListOf(options, (ms) => void setTimeout(() => queue?.nudge(1), ms + RECORDED_MS).unref());
  // A queue that ends, or waits for its last jobs before it does, throws at whoever wakes it.
  const leave = () => {
    queue = undefined;
  };
  const settings = graphileSettings({ pool, schema, log, useProcessTime, concurrency, onStart });
  const runner = await run({ ...settings, taskList });
  // Jobs that announced themselves while nobody listened.
  runner.events.on('pool:listen:success', () => queue?.nudge(concurrency));
  for (const giving of ['pool:gracefulShutdown', 'pool:forcefulShutdown'] as const) runner.events.on(giving, leave);
  const ended = runner.promise.catch(() => undefined).then(leave);
  const freeing = { everyMs: FREE_EVERY_MS, log, failure: 'jobs of dead workers could not be freed' };
  const reaper = periodically(() => liveness.freeJobsOfTheDead(), freeing);
  const end = async () => {
    await reaper[Symbol.asyncDispose]();
    await liveness[Symbol.asyncDispose]();
  };
  return {
    ended,
    end,
    async stop(drainMs) {
      leave();
      if (!(await settlesIn(drainMs, runner.stop()))) await settlesIn(KILL_MS, runner.kill());
      await end();
    },
  };
}

/** `pollIn` has a runner poll for a job after that many milliseconds. */
function taskListOf(options: JobWorkerOptions, pollIn: (ms: number) => void): TaskList {
  const { telemetry = noTelemetry, tasks } = options;
  const took = telemetry.duration({
    name: 'onceover_job_duration_seconds',
    help: 'How long jobs took; one that failed is tried again, until it has used up its tries.',
    // Not "job": that is Prometheus' own label, for what it scrapes.
    labels: { task: new Set(Object.keys(tasks)), ending: endings },
  });
  const entries = Object.entries(tasks).map(([name, task]) => {
    const run = (payload: unknown, helpers: JobHelpers) =>
      timed(
        () =>
          traced(telemetry.tracing, { name, payload, helpers }, () =>
            runTask({ ...options, pollIn }, name, task, payload, helpers),
          ),
        (ending, seconds) => took({ task: name, ending }, seconds),
      );
    return [name, run] as const;
  });
  return Object.fromEntries(entries);
}

interface JobRun {
  readonly name: string;
  readonly payload: unknown;
  readonly helpers: JobHelpers;
}

/** A job is part of the trace that its payload names, and never of what woke the worker. */
function traced<Result>(
  tracing: Tracing,
  { name, payload, helpers }: JobRun,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracing.isOn) return work();
  const parent = (payload as { readonly [TRACE_OF_JOB]?: unknown } | null)?.[TRACE_OF_JOB];
  if (typeof parent !== 'string') return tracing.outside(work);
  const attributes = { 'onceover.job': name, 'onceover.attempt': helpers.job.attempts };
  return tracing.run({ name: `job ${name}`, kind: 'consumer', attributes }, work, parent);
}

async function runTask(
  { pool, schema, log, clock = systemClock, pollIn }: JobWorkerOptions & { pollIn(ms: number): void },
  name: string,
  task: JobTask,
  payload: unknown,
  { job: row, abortSignal }: JobHelpers,
): Promise<void> {
  const { attempts: attempt, max_attempts: maxAttempts, locked_by: lockedBy } = row;
  const signal = abortSignal ?? new AbortController().signal;
  const job: Job = { id: String(row.id), name, attempt, maxAttempts, signal, log };
  try {
    await task.run(payload as JobPayload, job);
  } catch (error) {
    const run = { job, lockedBy: lockedBy ?? '', error, task, now: clock.now() };
    const about = { job: name, jobId: job.id, attempt, maxAttempts, err: error };
    if (isOver(run)) log.error(about, 'a job failed permanently');
    else log.warn(about, 'a job failed and will be tried again');
    await settleFailure(pool, schema, run).catch((err: unknown) =>
      log.warn({ err }, 'the next run of a job could not be scheduled'),
    );
    if (!isOver(run)) pollIn(pauseMs(run));
    // The queue stores this message.
    throw new Error(errorText(error), { cause: error });
  }
}

async function hasDueJobs(pool: pg.Pool, schema: string, useProcessTime: boolean): Promise<boolean> {
  const { rows } = await pool.query<{ is_due: boolean }>(
    `select exists (select from ${identifier(schema)}._private_jobs
       where locked_at is not null or is_available and run_at <= coalesce($1, now())) as is_due`,
    [useProcessTime ? new Date() : null],
  );
  return rows[0]?.is_due ?? false;
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** Whether the work ended in time, successfully or not. */
async function settlesIn(ms: number, work: Promise<unknown>): Promise<boolean> {
  const timeout = new AbortController();
  const settled = () => true;
  const isSettled = await Promise.race([work.then(settled, settled), rest(ms, timeout.signal).then(() => false)]);
  timeout.abort();
  return isSettled;
}
