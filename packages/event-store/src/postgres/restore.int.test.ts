import { newId } from '@onceover/service-kit/ids';
import { createTestDatabase, startOwnServer, type TestDatabase } from '@onceover/testing/database';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { aCommand, anAppend, migrateBoxes, SCHEMA } from '../test-support/box-log.ts';
import { collecting } from '../test-support/collecting.ts';
import { readerOf } from '../test-support/log-readers.ts';
import { createPostgresEventSource } from './event-source.ts';
import { createPostgresEventStore } from './event-store.ts';
import { LOG_START } from './position.ts';

const storeOn = (pool: pg.Pool) => createPostgresEventStore({ pool, schema: SCHEMA, service: SCHEMA });

/** What a dump contains and a restore writes: rows as text, in tables created by the same migration, and sequences. */
async function dumpAndRestore(from: pg.Pool, to: pg.Pool): Promise<void> {
  await to.query('delete from boxes.log_meta');
  for (const table of ['log_meta', 'streams', 'commands', 'checkpoints', 'events']) {
    const { rows } = await from.query<{ rows: string }>(
      `select coalesce(json_agg(t), '[]')::text as rows from (select * from boxes.${table}) t`,
    );
    const identity = table === 'events' ? 'overriding system value' : '';
    await to.query(
      `insert into boxes.${table} ${identity} select * from json_populate_recordset(null::boxes.${table}, $1::json)`,
      [rows[0]?.rows],
    );
  }
  const { rows } = await from.query<{ last: string }>(`select last_value::text as last from boxes.events_pos_seq`);
  await to.query(`select setval('boxes.events_pos_seq', $1::bigint)`, [rows[0]?.last]);
}

/** Uses up transaction ids, as months of work would. */
async function age(database: TestDatabase, transactions: number): Promise<void> {
  await database
    .pool()
    .query(`do $$ begin for i in 1..${transactions} loop perform pg_current_xact_id(); commit; end loop; end $$`);
}

test('restored into a fresh cluster, old events stay readable and new ones come after them', async () => {
  const [oldServer, newServer] = await Promise.all([startOwnServer(), startOwnServer()]);
  await using stack = new AsyncDisposableStack();
  stack.use(oldServer);
  stack.use(newServer);
  await using old = await createTestDatabase({ template: 'restore', migrate: migrateBoxes, server: oldServer.address });
  await using fresh = await createTestDatabase({
    template: 'restore',
    migrate: migrateBoxes,
    server: newServer.address,
  });
  await age(old, 5_000);
  const id = newId();
  const before = storeOn(old.pool());
  await before.openLog();
  for (let version = 0; version < 3; version += 1) await before.execute(aCommand(anAppend(id, version)));

  const pool = fresh.pool();
  await dumpAndRestore(old.pool(), pool);
  // This is what the generation is for: here every restored event hides above the horizon.
  expect((await readerOf(pool, SCHEMA).read(LOG_START, 10)).events).toEqual([]);
  const store = storeOn(pool);
  expect(await store.openLog()).toEqual({ gen: 2, isNewGeneration: true });
  await store.execute(aCommand(anAppend(id, 3)));
  const last = await store.execute(aCommand(anAppend(newId(), 'none')));

  const source = createPostgresEventSource({
    onError: () => undefined,
    pool,
    schema: SCHEMA,
    logs: { [SCHEMA]: SCHEMA },
  });
  const sink = collecting();
  const spec = { consumer: 'test', sources: [SCHEMA], startFrom: 'beginning', maxBatch: 100 } as const;
  const subscription = await source.open(spec, sink);
  await subscription.waitFor(last, 5_000);
  await subscription.stop();
  expect(sink.events.filter(({ streamId }) => streamId === id).map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  expect(sink.positions()).toEqual(sink.positions().toSorted());
  expect(sink.positions().at(-1)).toBe(last.position);

  expect(await store.openLog()).toEqual({ gen: 2, isNewGeneration: false });
});

test('a log that was not restored keeps its generation at every boot', async () => {
  await using server = await startOwnServer();
  await using database = await createTestDatabase({
    template: 'restore',
    migrate: migrateBoxes,
    server: server.address,
  });
  const store = storeOn(database.pool());
  expect(await store.openLog()).toEqual({ gen: 1, isNewGeneration: false });
  await store.execute(aCommand(anAppend(newId(), 'none')));
  expect(await store.openLog()).toEqual({ gen: 1, isNewGeneration: false });
});
