import {
  createPostgresEventSource,
  createPostgresEventStore,
  type PostgresEventStore,
  poolSettings,
} from '@onceover/event-store';
import { newId } from '@onceover/service-kit/ids';
import { createTestDatabase, type OwnServer, startOwnServer, type TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consumerKey } from '../consumer.ts';
import { createConsumerRuntime, type RunningConsumer } from '../runtime/consumer-runtime.ts';
import { createPostgresConsumerStore } from '../stores/postgres-consumer-store.ts';
import { keptLog } from '../test-support/definitions.ts';
import { append, appending } from '../test-support/events.ts';
import { AS_COUNTER, COUNTER, migrateBus } from '../test-support/migrate-bus.ts';

// Open transaction ids and transaction ids that start over affect a whole cluster, so these tests have their own.
let servers: readonly [OwnServer, OwnServer];
let databases: readonly TestDatabase[];
beforeAll(async () => {
  servers = await Promise.all([startOwnServer(), startOwnServer()]);
  const template = { template: 'event_bus', migrate: migrateBus };
  databases = await Promise.all(servers.map(({ address }) => createTestDatabase({ ...template, server: address })));
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database[Symbol.asyncDispose]()));
  await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
});

const CONSUMER = { name: 'counter.traps', version: 1 } as const;

interface Side {
  readonly pool: pg.Pool;
  readonly boxes: PostgresEventStore;
  run(): Promise<RunningConsumer>;
  effects(): Promise<string[]>;
}

function sideOf(database: TestDatabase | undefined): Side {
  if (database === undefined) throw new TypeError('there are two');
  const pool = database.pool();
  const counter = database.pool({ ...poolSettings({ max: 8, name: 'counter' }), ...AS_COUNTER });
  const source = createPostgresEventSource({
    onError: () => undefined,
    pool: counter,
    schema: COUNTER,
    logs: { boxes: 'boxes' },
  });
  const boxes = createPostgresEventStore({
    pool,
    schema: 'boxes',
    service: 'boxes',
    onCommitted: (news) => source.wake(news),
  });
  const store = createPostgresConsumerStore({ pool: counter, schema: COUNTER });
  const runtime = createConsumerRuntime({ store, log: keptLog().log });
  const definition = {
    ...CONSUMER,
    sources: ['boxes'],
    handles: ['box.noted', 'box.late'],
    onError: 'halt',
    startFrom: 'end',
  } as const;
  return {
    pool,
    boxes,
    run: () =>
      runtime.run(
        {
          ...definition,
          async handle(events, { tx }) {
            for (const { id } of events) await tx.raw('insert into counter.effects (key) values (?)', [id]);
          },
        },
        source,
      ),
    async effects() {
      const { rows } = await pool.query<{ key: string }>('select key from counter.effects order by n');
      return rows.map(({ key }) => key);
    },
  };
}

test('2: an append after any other write of its transaction is rejected, because it would sort below what it follows', async () => {
  const { boxes } = sideOf(databases[0]);
  const command = appending(newId(), ['box.noted']);
  const early = boxes.transact(command.context, async ({ append: appendIn, tx }) => {
    await tx.raw('select pg_current_xact_id()');
    await appendIn(...command.appends);
  });
  await expect(early).rejects.toThrow();
});

test('3 and 8: an id held for 2 s hides events but skips none; a consumer that starts at the end meanwhile gets all', async () => {
  const { boxes, run, effects } = sideOf(databases[0]);
  const other = new pg.Client({ ...servers[0].address, database: 'postgres' });
  await other.connect();
  await other.query('begin');
  await other.query('select pg_current_xact_id()');
  const consumer = await run();
  const until = performance.now() + 2_000;
  let appended = 0;
  for (; performance.now() < until; appended += 1) await append(boxes, ['box.noted']);
  expect(await effects()).toEqual([]);
  const released = performance.now();
  await other.query('commit');
  await eventually(async () => expect((await effects()).length).toBeGreaterThan(0), { everyMs: 2 });
  expect(performance.now() - released).toBeLessThan(10_000);
  await consumer.catchUp();
  expect(new Set(await effects()).size).toBe(appended);
  expect(await effects()).toHaveLength(appended);
  await consumer.stop();
  await other.end();
});

test('14: after a dump and restore into a fresh cluster a consumer carries on: old events once, new ones after them', async () => {
  const [old, fresh] = databases.map(sideOf);
  if (old === undefined || fresh === undefined) throw new TypeError('there are two');
  // Uses up as many ids as months of work would: the fresh cluster's transaction ids start far below.
  await old.pool.query('do $$ begin for i in 1..5000 loop perform pg_current_xact_id(); commit; end loop; end $$');
  const before = await old.run();
  await append(old.boxes, ['box.noted', 'box.noted']);
  await before.catchUp();
  await before.stop();
  await append(old.boxes, ['box.late']);
  const handled = (await old.effects()).length;

  await fresh.pool.query('delete from boxes.log_meta');
  for (const table of [
    'boxes.log_meta',
    'boxes.streams',
    'boxes.events',
    'counter.checkpoints',
    'counter.inbox',
    'counter.effects',
  ]) {
    const { rows } = await old.pool.query<{ rows: string }>(
      `select coalesce(json_agg(t), '[]')::text as rows from (select * from ${table}) t`,
    );
    const values = `select * from json_populate_recordset(null::${table}, $1::json)`;
    await fresh.pool.query(`insert into ${table} overriding system value ${values}`, [rows[0]?.rows]);
  }
  for (const sequence of ['boxes.events_pos_seq', 'counter.effects_n_seq']) {
    await fresh.pool.query(`select setval($1, 1000000)`, [sequence]);
  }

  expect(await fresh.boxes.openLog()).toEqual({ gen: 2, isNewGeneration: true });
  const last = await append(fresh.boxes, ['box.late']);
  const after = await fresh.run();
  await after.waitFor(last, 20_000);
  const { rows } = await fresh.pool.query<{ event_id: string }>(
    `select event_id from boxes.events where type = 'box.late' order by gen, xid, pos`,
  );
  expect((await fresh.effects()).slice(handled)).toEqual(rows.map((row) => row.event_id));
  expect(new Set(await fresh.effects()).size).toBe(handled + 2);
  const { rows: kept } = await fresh.pool.query<{ consumer: string }>('select consumer from counter.checkpoints');
  expect(kept).toEqual([{ consumer: consumerKey(CONSUMER) }]);
  await after.stop();
});
