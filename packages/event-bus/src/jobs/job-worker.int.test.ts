import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inTransaction, knexOn, poolSettings } from '@onceover/event-store';
import { noTelemetry } from '@onceover/service-kit/telemetry';
import { noTracing, type Tracing } from '@onceover/service-kit/tracing';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import { fakeClock } from '@onceover/testing/fake-clock';
import type { Knex } from 'knex';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptLog } from '../test-support/definitions.ts';
import { hastenJobs } from '../test-support/hasten-jobs.ts';
import { AS_COUNTER, COUNTER_JOBS, migrateBus } from '../test-support/migrate-bus.ts';
import { jobQueueIn } from './job-queue.ts';
import { createJobWorker, type JobWorkerOptions } from './job-worker.ts';
import { Liveness } from './liveness.ts';
import { type Job, type JobTask, PermanentJobFailure } from './task.ts';

let database: TestDatabase;
let pool: pg.Pool;
let knex: Knex;
beforeEach(async () => {
  database = await createTestDatabase({ template: 'event_bus', migrate: migrateBus });
  pool = database.pool({ ...poolSettings({ max: 12, name: 'job-worker-test' }), ...AS_COUNTER });
  knex = knexOn(pool);
});
afterEach(() => database[Symbol.asyncDispose]());

const enqueue: ReturnType<typeof jobQueueIn> = (...args) =>
  inTransaction(knex, (tx) => jobQueueIn(tx, COUNTER_JOBS)(...args));

const worker = (task: JobTask['run'] | JobTask, parts: Partial<JobWorkerOptions> = {}) =>
  createJobWorker({
    pool,
    schema: COUNTER_JOBS,
    tasks: { paint: typeof task === 'function' ? { run: task } : task },
    log: keptLog().log,
    ...parts,
  });

interface Waiting {
  readonly attempts: number;
  readonly run_at: Date;
  readonly last_error: string | null;
  readonly locked_by: string | null;
}

const waiting = async () => {
  const { rows } = await pool.query<Waiting>(
    `select attempts::int, run_at, last_error, locked_by from ${COUNTER_JOBS}._private_jobs order by id`,
  );
  return rows;
};

test('a job runs once, with its payload, and is gone', async () => {
  const runs: [unknown, Partial<Job>][] = [];
  await using jobs = await worker(async (payload, { name, attempt, maxAttempts }) => {
    runs.push([payload, { name, attempt, maxAttempts }]);
  });
  await enqueue('paint', { boxId: 'b1' }, { maxAttempts: 6 });
  await jobs.drain();
  expect(runs).toEqual([[{ boxId: 'b1' }, { name: 'paint', attempt: 1, maxAttempts: 6 }]]);
  expect(await waiting()).toEqual([]);
});

test('a job belongs to the transaction that enqueues it', async () => {
  const runs: unknown[] = [];
  await using jobs = await worker(async (payload) => void runs.push(payload));
  const failing = inTransaction(knex, async (tx) => {
    await jobQueueIn(tx, COUNTER_JOBS)('paint', { boxId: 'never' });
    throw new RangeError('rolled back');
  });
  await expect(failing).rejects.toThrow(RangeError);
  await inTransaction(knex, (tx) => jobQueueIn(tx, COUNTER_JOBS)('paint', { boxId: 'b2' }));
  await jobs.drain();
  expect(runs).toEqual([{ boxId: 'b2' }]);
});

test('a job for later waits until it is due', async () => {
  const runs: unknown[] = [];
  const later = new Date(Date.now() + 3_600_000);
  await enqueue('paint', { colour: 'blue' }, { runAt: later });
  await using jobs = await worker(async (payload) => void runs.push(payload));
  await jobs.drain();
  expect(runs).toEqual([]);
  expect(await waiting()).toMatchObject([{ run_at: later }]);
  await hastenJobs(pool, COUNTER_JOBS, 3_600_000);
  await eventually(() => expect(runs).toEqual([{ colour: 'blue' }]));
});

test('a job that fails is given up after its last try; its error is kept, but nothing of its payload', async () => {
  const { lines, log } = keptLog();
  const attempts: number[] = [];
  await using jobs = await worker(
    async (_payload, { attempt }) => {
      attempts.push(attempt);
      throw new Error('no paint for nobody@example.org');
    },
    { log },
  );
  await enqueue('paint', { boxId: 'b4' }, { maxAttempts: 3 });
  await eventually(
    async () => {
      await jobs.drain();
      await hastenJobs(pool, COUNTER_JOBS, 3_600_000);
      expect(attempts).toEqual([1, 2, 3]);
    },
    { withinMs: 15_000 },
  );
  await jobs.drain();
  expect(await waiting()).toMatchObject([{ attempts: 3, last_error: 'Error: no paint for [address]' }]);
  expect(lines.map(({ level }) => level)).toEqual(['warn', 'warn', 'error']);
});

test.each([
  ['our clock, in an hour', 3_600_000, 600_000, 4_200_000],
  ['our clock, now', 0, 600_000, 600_000],
  ['no less than e seconds', 0, 0, 2_718],
])('the pause before a retry is what the task says, by %s', async (_name, aheadMs, retryMs, restMs) => {
  const failing: JobTask = { run: () => Promise.reject(new Error('not yet')), retryMs: () => retryMs };
  const before = Date.now();
  await using _ = await worker(failing, { clock: fakeClock(new Date(before + aheadMs)) });
  await enqueue('paint', {});
  await eventually(async () => expect((await waiting())[0]?.last_error).toBe('Error: not yet'));
  const [left] = await waiting();
  expect(left?.attempts).toBe(1);
  expect((left?.run_at.getTime() ?? 0) - before).toBeGreaterThanOrEqual(restMs - 1);
  expect((left?.run_at.getTime() ?? 0) - before).toBeLessThan(restMs + 5_000);
});

test('a permanent failure is given up at once', async () => {
  const { lines, log } = keptLog();
  let runs = 0;
  const refusing = async () => {
    runs += 1;
    throw new PermanentJobFailure('there is no such box');
  };
  await using jobs = await worker(refusing, { log });
  await enqueue('paint', {});
  await jobs.drain();
  await hastenJobs(pool, COUNTER_JOBS, 3_600_000);
  await jobs.drain();
  expect(runs).toBe(1);
  expect(lines).toEqual([{ level: 'error', message: 'a job failed permanently' }]);
});

test('stopping lets the current job finish', async () => {
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  let isDone = false;
  const jobs = await worker(async () => {
    begun.resolve();
    await finish.promise;
    isDone = true;
  });
  await enqueue('paint', {});
  await begun.promise;
  const stopped = jobs[Symbol.asyncDispose]();
  finish.resolve();
  await stopped;
  expect(isDone).toBe(true);
  expect(await waiting()).toEqual([]);
});

test('a job that does not finish in time is abandoned, and another worker soon takes it', async () => {
  const attempts: number[] = [];
  const begun = Promise.withResolvers<void>();
  const hanging = await worker(
    async () => {
      begun.resolve();
      await new Promise(() => undefined);
    },
    { drainMs: 50 },
  );
  await enqueue('paint', {});
  await begun.promise;
  await hanging[Symbol.asyncDispose]();
  await using _ = await worker(async (_payload, { attempt }) => void attempts.push(attempt));
  await eventually(() => expect(attempts).toEqual([2]), { withinMs: 10_000 });
});

test('a job of a process that was killed is free at once; one of a living process is not', async () => {
  const script = fileURLToPath(new URL('../test-support/job-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(database.address)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await enqueue('paint', {});
  await once(child.stdout, 'data');
  await using other = new Liveness(pool, COUNTER_JOBS);
  const isFree = async () => (await waiting())[0]?.locked_by === null;
  await other.freeJobsOfTheDead();
  expect(await isFree()).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await eventually(async () => {
    await other.freeJobsOfTheDead();
    expect(await isFree()).toBe(true);
  });
  const attempts: number[] = [];
  await using jobs = await worker(async (_payload, { attempt }) => void attempts.push(attempt));
  await jobs.drain();
  // A query that the killed process had sent may take the job for it once more.
  expect([[2], [3]]).toContainEqual(attempts);
});

test('a worker that loses its database connections recovers by itself', async () => {
  const runs: unknown[] = [];
  await using jobs = await worker(async (payload) => void runs.push(payload));
  await enqueue('paint', { n: 1 });
  await jobs.drain();
  const admin = database.pool();
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'job-worker-test'`,
  );
  await eventually(() => enqueue('paint', { n: 2 }));
  await eventually(() => expect(runs).toEqual([{ n: 1 }, { n: 2 }]), { withinMs: 15_000 });
});

test('a retry that is due while the queue gives up during an outage does not end the process', async () => {
  const refusing = vi.spyOn(pool, 'connect');
  const goAway = async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    refusing.mockRejectedValue(refused as never);
    await database
      .pool()
      .query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'job-worker-test'`);
  };
  const held = Promise.withResolvers<void>();
  const done: unknown[] = [];
  const paint: JobTask['run'] = async (payload, { attempt }) => {
    const { n } = payload as { n: number };
    if (n === 1) await held.promise;
    if (n === 2 && attempt === 1) {
      await goAway();
      throw new Error('met the outage');
    }
    done.push(n);
  };
  await using jobs = await worker(paint);
  await enqueue('paint', { n: 1 });
  await enqueue('paint', { n: 2 });
  // By then the idle runners have stopped, the one with the first job has not, and the retry of the second is due.
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  refusing.mockRestore();
  held.resolve();
  await eventually(() => jobs.drain(), { withinMs: 20_000 });
  expect(new Set(done)).toEqual(new Set([1, 2]));
});

test('jobs taken over in the middle of a transaction that fails do not stay locked', async () => {
  const cutting: JobTask = {
    async run(_payload, { attempt }) {
      if (attempt > 1) return;
      await database
        .pool()
        .query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'job-worker-test'`);
    },
    retryMs: () => 0,
  };
  await using jobs = await worker(cutting);
  await enqueue('paint', {});
  await eventually(async () => expect(await waiting()).toEqual([]), { withinMs: 20_000 });
  await jobs.drain();
});

test('a retry begins when its pause is over, although idle workers seldom ask for jobs', async () => {
  const runs: number[] = [];
  await using _ = await worker(async (_payload, { attempt }) => {
    runs.push(performance.now());
    if (attempt === 1) throw new Error('not yet');
  });
  await enqueue('paint', {});
  await eventually(() => expect(runs).toHaveLength(2), { withinMs: 10_000 });
  expect((runs[1] ?? 0) - (runs[0] ?? 0)).toBeGreaterThanOrEqual(2_700);
});

test('a job is part of the trace that it was put into the queue with, and any other job of none', async () => {
  const seen: unknown[] = [];
  const tracing: Tracing = {
    ...noTracing,
    isOn: true,
    run: ({ name, attributes }, work, parent) => {
      seen.push([name, attributes?.['onceover.attempt'], parent]);
      return noTracing.run({ name, kind: 'internal' }, work);
    },
    outside: (work) => {
      seen.push('outside');
      return work();
    },
  };
  const kept = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const notKept = kept.replace(/01$/, '00');
  await using running = await worker(async () => undefined, { telemetry: { ...noTelemetry, tracing }, concurrency: 1 });
  for (const traceparent of [kept, notKept, null]) {
    await enqueue('paint', {}, { traceparent });
    await running.drain();
  }
  expect(seen).toEqual([['job paint', 1, kept], 'outside', 'outside']);
});
