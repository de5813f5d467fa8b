import { newId } from '@onceover/service-kit/ids';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  aCommand,
  anAppend,
  emptying,
  filling,
  migrateBoxes,
  migrateBoxesInOnePiece,
  SCHEMA,
} from '../test-support/box-log.ts';
import { collecting } from '../test-support/collecting.ts';
import type { Position } from '../types.ts';
import { createPostgresEventSource } from './event-source.ts';
import { createPostgresEventStore, type PostgresEventStore } from './event-store.ts';
import { applyLogRetention } from './log-retention.ts';
import { LOG_START, toPosition } from './position.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
/** After the month, whenever in it the test runs, plus what streams are kept. */
const LONG_AFTER = 200;
const listeners = [{ schema: SCHEMA, consumer: 'shelf.labels' }];

describe.each([
  ['by months', 'event_store_boxes', migrateBoxes],
  ['in one piece', 'event_store_boxes_in_one_piece', migrateBoxesInOnePiece],
])('a log kept %s', (how, template, migrate) => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let store: PostgresEventStore;
  beforeEach(async () => {
    database = await createTestDatabase({ template, migrate });
    pool = database.pool();
    store = createPostgresEventStore({ pool, schema: SCHEMA, service: SCHEMA });
    await store.openLog();
  });
  afterEach(() => database[Symbol.asyncDispose]());

  const removeAt = (now: Date, more: { listeners?: typeof listeners } = {}) =>
    applyLogRetention(
      { pool, schema: SCHEMA, service: SCHEMA, commandDays: 30, streamDays: 120, listeners: [], ...more },
      now,
    );
  const rowsIn = async (table: string) => (await pool.query(`select from boxes.${table}`)).rowCount;
  const rows = async () => [await rowsIn('events'), await rowsIn('streams'), await rowsIn('commands')];

  async function anEndedBox(): Promise<string> {
    const id = newId();
    await store.execute(filling(id));
    await store.execute(emptying(id));
    return id;
  }

  /** Where a consumer has got to; two shards, of which the second is behind. */
  async function stands(consumer: string, at: Position): Promise<void> {
    await pool.query(
      `insert into boxes.checkpoints (consumer, source, shard, position, owner, epoch, leased_until)
       select $1, 'boxes', shard, case shard when 0 then $3 else $2 end, 'test', 1, '-infinity'
       from generate_series(0, 1) shard
       on conflict (consumer, source, shard) do update set position = excluded.position`,
      [consumer, at, toPosition({ gen: 9, xid: '1', pos: 1 })],
    );
  }
  async function lastPosition(): Promise<Position> {
    const { rows: found } = await pool.query<{ gen: number; xid: string; pos: string }>(
      'select gen, xid::text as xid, pos from boxes.events order by gen desc, xid desc, pos desc limit 1',
    );
    return toPosition(found[0] ?? { gen: 1, xid: '0', pos: 0 });
  }

  test('streams that ended long ago go with everything that the log has of them', async () => {
    await anEndedBox();
    await anEndedBox();
    expect(await rows()).toEqual([4, 2, 4]);
    expect(await removeAt(inDays(LONG_AFTER))).toMatchObject({ commands: 4, months: expect.toSatisfy((n) => n > 0) });
    expect(await rows()).toEqual([0, 0, 0]);
  });

  test('executed commands are recognised for thirty days, whatever became of their streams', async () => {
    await store.execute(filling(newId()));
    expect(await removeAt(inDays(29))).toEqual({ commands: 0, months: 0 });
    expect((await removeAt(inDays(31))).commands).toBe(1);
    expect(await rows()).toEqual([1, 1, 0]);
  });

  test('a stream that has not ended keeps its month', async () => {
    await anEndedBox();
    const open = newId();
    await store.execute(filling(open));
    await removeAt(inDays(LONG_AFTER));
    expect(await rows()).toEqual([3, 2, 0]);
    await store.execute(emptying(open));
    await removeAt(inDays(LONG_AFTER));
    expect(await rows()).toEqual([0, 0, 0]);
  });

  test('a month stays until its streams have been over for as long as they are kept', async () => {
    await anEndedBox();
    await removeAt(inDays(119));
    expect((await rows()).slice(0, 2)).toEqual([2, 1]);
  });

  test('a month stays until every listener has read it, in its newest version and in every shard', async () => {
    await anEndedBox();
    const end = await lastPosition();
    const tryAgain = async () => {
      await removeAt(inDays(LONG_AFTER), { listeners });
      return rowsIn('events');
    };
    expect(await tryAgain(), 'a listener that has read nothing').toBe(2);
    await stands('shelf.labels@1', end);
    await stands('shelf.labels@10', LOG_START);
    await stands('shelf.other@20', end);
    expect(await tryAgain(), 'the newest version is behind').toBe(2);
    await stands('shelf.labels@10', end);
    expect(await tryAgain()).toBe(0);
  });

  test('a reader whose last event is gone goes on with the next', async () => {
    const source = createPostgresEventSource({
      onError: () => undefined,
      pool,
      schema: SCHEMA,
      logs: { boxes: SCHEMA },
    });
    const spec = { consumer: 'test', sources: ['boxes'], startFrom: 'beginning', maxBatch: 10 } as const;
    const read = async () => {
      const sink = collecting();
      const subscription = await source.open(spec, sink);
      await subscription.catchUp(5_000);
      await subscription.stop();
      return sink.events.map(({ streamId }) => streamId);
    };
    const first = await anEndedBox();
    expect(await read()).toEqual([first, first]);
    await removeAt(inDays(LONG_AFTER));
    expect(await rowsIn('events')).toBe(0);
    expect(await read()).toEqual([]);
    if (how === 'by months') await store.ensurePartitions();
    const next = await anEndedBox();
    expect(await read()).toEqual([next, next]);
  });

  test('a restored log whose events are all gone begins a new generation, which readers are not past', async () => {
    await anEndedBox();
    await removeAt(inDays(LONG_AFTER));
    expect(await store.openLog()).toEqual({ gen: 1, isNewGeneration: false });
    // As in a new cluster: the transaction ids of the old one are yet to come.
    await pool.query(`update boxes.log_meta set removed_xid = '9000000000'`);
    expect(await store.openLog()).toEqual({ gen: 2, isNewGeneration: true });
    expect(await store.openLog()).toEqual({ gen: 2, isNewGeneration: false });
  });

  test('somebody who reads the log now keeps nothing waiting, and the month goes the next time', async () => {
    await anEndedBox();
    const reader = await pool.connect();
    await reader.query('begin');
    await reader.query('select from boxes.events');
    const started = performance.now();
    await removeAt(inDays(LONG_AFTER));
    expect(performance.now() - started).toBeLessThan(5_000);
    await reader.query('commit');
    reader.release();
    await removeAt(inDays(LONG_AFTER));
    expect(await rowsIn('events')).toBe(0);
  });

  test('nothing else removes an event, not even its owner', async () => {
    await store.execute(aCommand(anAppend(newId(), 'none')));
    for (const sql of ['delete from boxes.events', `update boxes.events set type = 'x'`, 'truncate boxes.events']) {
      await expect(pool.query(sql), sql).rejects.toMatchObject({ code: '23001' });
    }
  });
});
