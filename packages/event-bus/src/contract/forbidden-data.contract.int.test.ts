import { spawnSync } from 'node:child_process';
import { createPostgresEventSource, createPostgresEventStore, poolSettings } from '@onceover/event-store';
import { neverLog } from '@onceover/service-kit/logging';
import { createTestDatabase } from '@onceover/testing/database';
import { expect, test } from 'vitest';
import { createJobWorker } from '../jobs/job-worker.ts';
import { createConsumerRuntime } from '../runtime/consumer-runtime.ts';
import { createPostgresConsumerStore } from '../stores/postgres-consumer-store.ts';
import { keptLog } from '../test-support/definitions.ts';
import { append } from '../test-support/events.ts';
import { AS_COUNTER, COUNTER, COUNTER_JOBS, migrateBus } from '../test-support/migrate-bus.ts';

/** A key of boxes, as a program. */
const NEVER_LOGGED = '{ fields: [], texts: [{ pattern: /k{15}7{16}/g, as: "[key]" }] }';
neverLog({ fields: [], texts: [{ pattern: /k{15}7{16}/g, as: '[key]' }] });

/** Data that must never be stored or logged, in the shapes in which errors tend to carry it. */
const CANARIES = ['canary.person@example.org', 'k'.repeat(15) + '7'.repeat(16)] as const;
const failure = () => Object.assign(new Error(`could not reach ${CANARIES.join(' or ')}`), { code: 'EREACH' });

test('13: what an error carries reaches none of our tables and no line of the log', async () => {
  await using database = await createTestDatabase({ template: 'event_bus', migrate: migrateBus });
  const admin = database.pool();
  const pool = database.pool({ ...poolSettings({ max: 12, name: 'counter' }), ...AS_COUNTER });
  const boxes = createPostgresEventStore({ pool: admin, schema: 'boxes', service: 'boxes' });
  const source = createPostgresEventSource({
    onError: () => undefined,
    pool,
    schema: COUNTER,
    logs: { boxes: 'boxes' },
  });
  const runtime = createConsumerRuntime({
    store: createPostgresConsumerStore({ pool, schema: COUNTER }),
    log: keptLog().log,
    sleep: async () => undefined,
  });
  const consumer = await runtime.run(
    {
      name: 'counter.leaky',
      version: 1,
      sources: ['boxes'],
      handles: ['box.noted'],
      onError: 'park',
      async handle([event], { tx, enqueue }) {
        await enqueue('leak', { eventId: event?.id ?? '' });
        await tx.raw('insert into counter.effects (key) values (?)', [CANARIES.join()]);
        throw failure();
      },
    },
    source,
  );
  await using jobs = await createJobWorker({
    pool,
    schema: COUNTER_JOBS,
    log: keptLog().log,
    tasks: { leak: { run: () => Promise.reject(failure()) } },
  });
  await append(boxes, ['box.noted']);
  await admin.query(`select ${COUNTER_JOBS}.add_job('leak', '{}', max_attempts => 1)`);
  await consumer.catchUp();
  await jobs.drain();
  await consumer.stop();
  const { rows: letters } = await admin.query('select from counter.dead_letters');
  const { rows: failed } = await admin.query(`select from ${COUNTER_JOBS}._private_jobs where last_error is not null`);
  expect([letters.length, failed.length]).toEqual([1, 1]);

  const { rows: tables } = await admin.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('boxes', $1, $2)`,
    [COUNTER, COUNTER_JOBS],
  );
  expect(tables.length).toBeGreaterThan(10);
  for (const { name } of tables) {
    const { rows } = await admin.query<{ text: string }>(`select t::text as text from ${name} t`);
    for (const canary of CANARIES) expect(rows.map(({ text }) => text).join('\n'), name).not.toContain(canary);
  }
});

test('13: a log line about an error leaves out what the error carries', () => {
  const program = `
    import { createLogger, neverLog } from '@onceover/service-kit/logging';
    neverLog(${NEVER_LOGGED});
    const log = createLogger('counter');
    const err = new Error('could not reach ${CANARIES.join(' or ')}');
    log.error({ err, eventId: 'e1', eventType: 'box.noted' }, 'an event is in the dead letters');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    env: { ...process.env, ONCEOVER_LOG_LEVEL: 'error' },
  });
  expect(stdout).toContain('"eventId":"e1"');
  for (const canary of CANARIES) expect(stdout).not.toContain(canary);
});
