import { createPostgresEventSource, createPostgresEventStore, LogWatch, poolSettings } from '@onceover/event-store';
import { createTestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import { expect, test } from 'vitest';
import { createConsumerRuntime } from '../runtime/consumer-runtime.ts';
import { createPostgresConsumerStore } from '../stores/postgres-consumer-store.ts';
import { keptLog } from '../test-support/definitions.ts';
import { append } from '../test-support/events.ts';
import { AS_COUNTER, COUNTER, migrateBus } from '../test-support/migrate-bus.ts';

test('a consumer whose connections are cut again and again loses no event and does nothing twice', async () => {
  await using database = await createTestDatabase({ template: 'event_bus', migrate: migrateBus });
  const admin = database.pool();
  const pool = database.pool({ ...poolSettings({ max: 6, name: 'counter-cut' }), ...AS_COUNTER });
  const boxes = createPostgresEventStore({ pool: admin, schema: 'boxes', service: 'boxes' });
  const errors: unknown[] = [];
  const source = createPostgresEventSource({
    pool,
    schema: COUNTER,
    logs: { boxes: 'boxes' },
    leaseMs: 600,
    watch: new LogWatch({ slowestMs: 20 }),
    onError: (error) => void errors.push(error),
  });
  const { log, lines } = keptLog();
  const runtime = createConsumerRuntime({ store: createPostgresConsumerStore({ pool, schema: COUNTER }), log });
  const consumer = await runtime.run(
    {
      name: 'counter.cut',
      version: 1,
      sources: ['boxes'],
      handles: ['box.noted'],
      onError: 'park',
      maxBatch: 5,
      async handle(events, { tx }) {
        for (const { id } of events) {
          await tx.raw('insert into counter.effects (key) select ? from pg_sleep(0.01)', [id]);
        }
      },
    },
    source,
  );
  for (let round = 1; round <= 6; round += 1) {
    const cutBefore = errors.length;
    await append(boxes, Array<string>(7).fill('box.noted'));
    await eventually(
      async () => {
        await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'counter-cut' and query like '%pg_sleep%' and state = 'active'`);
        expect(errors.length).toBeGreaterThan(cutBefore);
      },
      { everyMs: 2 },
    );
    await eventually(() => consumer.catchUp());
  }
  const { rows: effects } = await admin.query<{ key: string }>('select key from counter.effects order by n');
  const { rows: events } = await admin.query<{ key: string }>(
    'select event_id::text as key from boxes.events order by gen, xid, pos',
  );
  expect(effects).toEqual(events);
  expect(lines).toEqual([]);
  await consumer.stop();
});
