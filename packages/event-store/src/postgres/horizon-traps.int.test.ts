import { newId } from '@onceover/service-kit/ids';
import { createTestDatabase, type OwnServer, startOwnServer, type TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { aCommand, aContext, anAppend, migrateBoxes, SCHEMA } from '../test-support/box-log.ts';
import { type Collecting, collecting } from '../test-support/collecting.ts';
import { readerOf } from '../test-support/log-readers.ts';
import type { CommitNews, EventSource, EventStore, Subscription, SubscriptionSpec } from '../types.ts';
import { createPostgresEventSource } from './event-source.ts';
import { createPostgresEventStore } from './event-store.ts';
import { LOG_START } from './position.ts';

// A transaction id held open anywhere in a cluster hides events in all of it, so these tests have their own server.
let server: OwnServer;
let database: TestDatabase;
let pool: pg.Pool;
let store: EventStore;
let source: EventSource & { wake(news?: CommitNews): void };

beforeAll(async () => {
  server = await startOwnServer();
});
beforeEach(async () => {
  database = await createTestDatabase({ template: 'horizon_traps', migrate: migrateBoxes, server: server.address });
  pool = database.pool({ max: 20 });
  source = createPostgresEventSource({ onError: () => undefined, pool, schema: SCHEMA, logs: { [SCHEMA]: SCHEMA } });
  const onCommitted = (news: CommitNews) => source.wake(news);
  store = createPostgresEventStore({ pool, schema: SCHEMA, service: SCHEMA, onCommitted });
});
afterEach(() => database[Symbol.asyncDispose]());
afterAll(() => server[Symbol.asyncDispose]());

const spec = (parts: Partial<SubscriptionSpec> = {}): SubscriptionSpec => ({
  consumer: `test.${crypto.randomUUID()}`,
  sources: [SCHEMA],
  startFrom: 'beginning',
  maxBatch: 100,
  ...parts,
});

const append = (id = newId()) => store.execute(aCommand(anAppend(id, 'any')));

/** A transaction with a transaction id, in another database of the cluster. */
async function elsewhere(): Promise<AsyncDisposable & { end(): Promise<void> }> {
  const client = new pg.Client({ ...server.address, database: 'postgres' });
  await client.connect();
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  const end = async () => void (await client.query('commit'));
  return { end, [Symbol.asyncDispose]: () => client.end() };
}

async function withSubscription(
  parts: Partial<SubscriptionSpec>,
  work: (sink: Collecting, subscription: Subscription) => Promise<void>,
): Promise<void> {
  const sink = collecting();
  const subscription = await source.open(spec(parts), sink);
  try {
    await work(sink, subscription);
  } finally {
    await subscription.stop();
  }
}

test('a transaction held for 2 s in another database hides events but loses none, and then they arrive within 100 ms', async () => {
  await withSubscription({}, async (sink, subscription) => {
    const all = [await append()];
    await subscription.waitFor(all[0] ?? (await append()), 5_000);
    const resumedMs: number[] = [];
    // The long hold checks the promise; the short ones tell a slow machine from a slow reader.
    for (const heldMs of [2_000, 60, 60, 60]) {
      await using other = await elsewhere();
      const seen = sink.events.length;
      const until = performance.now() + heldMs;
      while (performance.now() < until) all.push(await append());
      expect(sink.events).toHaveLength(seen);
      expect((await subscription.lag()).events).toBe(all.length - seen);
      const released = performance.now();
      await other.end();
      await eventually(() => expect(sink.events.length).toBeGreaterThan(seen), { everyMs: 1 });
      resumedMs.push(performance.now() - released);
      await subscription.waitFor(all.at(-1) ?? (await append()), 10_000);
    }
    expect(Math.min(...resumedMs)).toBeLessThan(100);
    expect(sink.positions()).toEqual(all.map(({ position }) => position));
  });
});

test('a subscription that starts at the end misses nothing that an open transaction commits afterwards', async () => {
  await append();
  const open = Promise.withResolvers<void>();
  const appended = Promise.withResolvers<void>();
  const lower = store.transact(aContext(), async (uow) => {
    const result = await uow.append(anAppend(newId(), 'none', 'box.lower'));
    appended.resolve();
    await open.promise;
    return result;
  });
  await appended.promise;
  const higher = await append();
  await withSubscription({ startFrom: 'end' }, async (sink, subscription) => {
    open.resolve();
    const result = await lower;
    await subscription.waitFor(result, 5_000);
    await subscription.waitFor(higher, 5_000);
    expect(sink.positions()).toEqual([result.position, higher.position]);
  });
});

test('20 hot streams show no inversion in the order of the log, batches and transactions mixed', async () => {
  const streams = Array.from({ length: 20 }, newId);
  const stop = performance.now() + 2_500;
  const writer = async (seed: number) => {
    for (let i = seed; performance.now() < stop; i += 7) {
      const id = streams[i % streams.length] ?? '';
      if (i % 3 > 0) await append(id);
      else {
        // Reads first, then waits for the stream: with an early transaction id it would write below its predecessor.
        await store.transact(aContext(), async (uow) => {
          await uow.tx.raw('select count(*) from boxes.box');
          await uow.append(anAppend(id, 'any'));
          await uow.tx.raw('insert into boxes.note values (gen_random_uuid(), ?)', ['after']);
        });
      }
    }
  };
  await Promise.all(Array.from({ length: 12 }, (_, seed) => writer(seed)));
  const { events, inversions } = await countInversions();
  expect(events).toBeGreaterThan(200);
  expect(inversions).toBe(0);
});

async function countInversions(): Promise<{ events?: number; inversions?: number }> {
  const { rows } = await pool.query<{ events: number; inversions: number }>(`
    select count(*)::int as events, count(*) filter (where t.version <> t.place)::int as inversions
    from (select e.version, row_number() over (partition by e.stream_id order by e.gen, e.xid, e.pos) as place
          from boxes.events e) t`);
  return rows[0] ?? {};
}

test('a writer with an early transaction id that went around append would show as an inversion', async () => {
  const id = newId();
  const insert = `insert into boxes.events (gen, stream_id, version, event_id, type, category, data, meta)
    values (1, $1, $2, gen_random_uuid(), 'box.noted', 'box', '{}', '{}')`;
  const early = await pool.connect();
  await early.query('begin');
  await early.query('select pg_current_xact_id()');
  await pool.query(insert, [id, 1]);
  await early.query(insert, [id, 2]);
  await early.query('commit');
  early.release();
  expect(await countInversions()).toEqual({ events: 2, inversions: 2 });
});

test('order is numeric across transaction ids 999 and 1000, and the reader uses the index without sorting', async () => {
  await pool.query(`do $$ begin while pg_snapshot_xmin(pg_current_snapshot()) < '1100'::xid8 loop
    perform pg_current_xact_id(); commit; end loop; end $$`);
  const id = newId();
  for (const [version, xid] of [
    [1, 998],
    [2, 999],
    [3, 1000],
    [4, 1001],
  ]) {
    await pool.query(
      `insert into boxes.events (gen, xid, stream_id, version, event_id, type, category, data, meta)
       values (1, $1::text::xid8, $2, $3, gen_random_uuid(), 'box.noted', 'box', '{}', '{"r": "test"}')`,
      [xid, id, version],
    );
  }
  const reader = readerOf(pool, SCHEMA);
  const { events: all } = await reader.read(LOG_START, 10);
  expect(all.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  const { events: afterSecond } = await reader.read(all[1]?.position ?? LOG_START, 10);
  expect(afterSecond.map(({ version }) => version)).toEqual([3, 4]);
  expect(all.map(({ position }) => position)).toEqual(all.map(({ position }) => position).toSorted());
});

test('the plan of the read is a merge of index scans, bounded on both sides', async () => {
  await pool.query(`insert into boxes.events (gen, stream_id, version, event_id, type, category, data, meta)
    select 1, boxes.uuid_floor(clock_timestamp() + make_interval(months => n % 5 - 1)), n, gen_random_uuid(), 'box.noted',
      'box', '{}', '{}' from generate_series(1, 20000) n`);
  await pool.query('analyze boxes.events');
  const client = await pool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare page as ${readerOf(pool, SCHEMA).sql}`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute page (1, '0', 0, 500)`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Merge Append');
    expect(plan.match(/Index Scan using events_\d{4}_\d{2}_gen_xid_pos_idx/g)).toHaveLength(5);
    expect(plan.match(/Index Cond: .*ROW\(gen, xid, pos\) > .*ROW\(gen, xid\) </g)).toHaveLength(5);
    expect(plan).not.toMatch(/-> {2}(Incremental )?Sort|Seq Scan on events|Filter/);
  } finally {
    client.release();
  }
});
