import { createHash } from 'node:crypto';
import { newId } from '@onceover/service-kit/ids';
import { createTestDatabase, type OwnServer, startOwnServer, type TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Covered, isOnlyCovered, LOG_COVERED } from '../covering/log-covered.ts';
import { merkleRoot } from '../covering/merkle-root.ts';
import { aCommand, anAppend, migrateBoxes, migrateBoxesInOnePiece, SCHEMA } from '../test-support/box-log.ts';
import { collecting } from '../test-support/collecting.ts';
import { flakyLine } from '../test-support/flaky-line.ts';
import { readerOf } from '../test-support/log-readers.ts';
import type { CommitNews } from '../types.ts';
import { createLogCover, type LogCover } from './cover-log.ts';
import { createPostgresEventSource } from './event-source.ts';
import { createPostgresEventStore } from './event-store.ts';
import { EVENT_TEXT, readEventText } from './event-text.ts';

const bucket = `case when e.type = 'box.weighed' then (e.data->>'size')::int else 0 end`;

// Horizons are those of a whole cluster, so these tests have their own server.
let server: OwnServer;
let database: TestDatabase;
let pool: pg.Pool;
let news: CommitNews[];
let log: LogCover;
beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server[Symbol.asyncDispose]());
const open = async (migrate = migrateBoxes) => {
  const template = `cover_log_${migrate.name.toLowerCase()}`;
  database = await createTestDatabase({ template, migrate, server: server.address });
  pool = database.pool({ max: 12 });
  news = [];
  log = coverOn(pool);
};
beforeEach(() => open());
afterEach(() => database[Symbol.asyncDispose]());

function coverOn(on: pg.Pool): LogCover {
  return createLogCover({
    pool: on,
    schema: SCHEMA,
    service: SCHEMA,
    bucket,
    append: (id, data) => ({
      stream: { id, category: 'log' },
      expected: 'none',
      events: [{ type: LOG_COVERED, schemaVersion: 1, data }],
      closes: true,
    }),
    check: () => undefined,
    onCommitted: (each) => void news.push(each),
  });
}

/** Events of nobody, so many seconds apart, the last of them now. */
async function write(count: number, type = 'box.noted', data: object = {}, seconds = 1): Promise<void> {
  await pool.query(
    `insert into boxes.events (gen, stream_id, version, event_id, type, category, data, meta, occurred_at)
     select 1, boxes.uuid_floor(clock_timestamp()), n + (select count(*) from boxes.events), gen_random_uuid(), $2, 'box', $3,
       '{"r": "req-1"}', clock_timestamp() - ($1 - n) * make_interval(secs => $4)
     from generate_series(1, $1::int) n`,
    [count, type, data, seconds],
  );
}

/** All of the log, in its order, as it is hashed. */
async function events() {
  const { rows } = await pool.query<{ text: string }>(
    `select ${EVENT_TEXT} as text from boxes.events e order by e.gen, e.xid, e.pos`,
  );
  return rows.map(({ text }) => readEventText(SCHEMA, text));
}

async function blocks(): Promise<Covered[]> {
  const covered = (await events()).filter(({ type }) => type === LOG_COVERED);
  return covered.map(({ said }) => said?.data as unknown as Covered);
}

/** Checks that the blocks cover the log from its beginning without a gap; returns what they leave. */
async function left(): Promise<string[]> {
  const all = await events();
  let [at, number] = [0, 0];
  for (const block of await blocks()) {
    const covered = all.slice(at, at + block.events);
    const leaves = covered.map(({ text }) => createHash('sha256').update(Buffer.of(0)).update(text).digest());
    number += 1;
    expect(block.number).toBe(number);
    expect(block.events).toBeLessThanOrEqual(1_000);
    expect([block.from, block.to]).toEqual([covered[0]?.position, covered.at(-1)?.position]);
    expect(block.root).toBe(merkleRoot(leaves).toString('hex'));
    expect(block.counts.reduce((sum, { count }) => sum + count, 0)).toBe(
      covered.filter(({ type }) => type !== LOG_COVERED).length,
    );
    at += block.events;
  }
  return all.slice(at).map(({ type }) => type);
}

test.each([
  ['months', migrateBoxes],
  ['one piece', migrateBoxesInOnePiece],
])('blocks follow each other without a gap, in a log of %s', async (_name, migrate) => {
  await database[Symbol.asyncDispose]();
  await open(migrate);
  await write(2_500, 'box.noted', { text: 'é\u0001' });
  expect(await log.cover()).toEqual({ blocks: 3, isHidden: false });
  expect(await left()).toEqual([LOG_COVERED]);
  expect(news).toHaveLength(3);
  expect(news.every(isOnlyCovered)).toBe(true);
  await write(1);
  expect(await log.cover()).toEqual({ blocks: 1, isHidden: false });
  expect(await left()).toEqual([LOG_COVERED]);
});

describe('a log that nobody writes to', () => {
  test('comes to rest: a block alone is covered with the next other event', async () => {
    expect(await log.cover()).toEqual({ blocks: 0, isHidden: false });
    await write(1);
    await log.cover();
    for (let round = 0; round < 3; round += 1) expect(await log.cover()).toEqual({ blocks: 0, isHidden: false });
    expect(await blocks()).toHaveLength(1);
  });

  test('comes to rest also where more blocks came at once than one block covers', async () => {
    await write(1, LOG_COVERED);
    await write(1_004, LOG_COVERED);
    expect(await log.cover()).toEqual({ blocks: 1, isHidden: false });
    await write(1);
    await log.cover();
    const types = (await events()).slice(1_005).map(({ type }) => type);
    expect(types).toEqual([LOG_COVERED, 'box.noted', LOG_COVERED]);
  });
});

test('what an older transaction may still precede waits for its end', async () => {
  await write(2);
  const slow = await pool.connect();
  await slow.query('begin');
  await slow.query('select pg_current_xact_id()');
  await write(3);
  expect(await log.cover()).toEqual({ blocks: 1, isHidden: true });
  expect(await log.cover()).toEqual({ blocks: 0, isHidden: true });
  await slow.query('rollback');
  slow.release();
  expect(await log.cover()).toEqual({ blocks: 1, isHidden: false });
  expect(await left()).toEqual([LOG_COVERED]);
});

test('three processes that cover a log at once, beside its writers, cover every event once', async () => {
  const store = createPostgresEventStore({ pool, schema: SCHEMA, service: SCHEMA });
  let isOver = false;
  const writing = Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 60; round += 1) await store.execute(aCommand(anAppend(newId(), 'none')));
    }),
  );
  const covering = [log, coverOn(pool), coverOn(pool)].map(async (each) => {
    while (!isOver) await each.cover();
  });
  await writing;
  isOver = true;
  await Promise.all(covering);
  await log.cover();
  expect((await left()).every((type) => type === LOG_COVERED)).toBe(true);
  expect((await blocks()).length).toBe(news.length);
});

describe('a process that dies', () => {
  test.each([
    ['before the commit', 'terminate'],
    ['after the commit, before it hears of it', 'lose'],
  ])('%s leaves a block whole or not at all, and the next one goes on', async (_name, how) => {
    await write(20);
    await using line = await flakyLine(database.address);
    const dying = new pg.Pool({ ...line.address, max: 1 });
    dying.on('error', () => undefined);
    const cover = coverOn(dying);
    expect(await cover.cover()).toMatchObject({ blocks: 1 });
    await write(20);
    const blocker = await pool.connect();
    await blocker.query('begin');
    await blocker.query(`select from boxes.checkpoints where consumer = $1 for update`, [LOG_COVERED]);
    const dies = expect(cover.cover()).rejects.toThrow('postgres');
    await eventually(async () => {
      const { rows } = await pool.query(`select from pg_locks where not granted`);
      expect(rows).toHaveLength(1);
    });
    if (how === 'lose') line.loseAnswers();
    else await pool.query(`select pg_terminate_backend(pid) from pg_locks where not granted`);
    await blocker.query('rollback');
    blocker.release();
    await dies;
    await dying.end();
    await eventually(async () => expect((await blocks()).length).toBe(how === 'lose' ? 2 : 1));
    await log.cover();
    expect(await blocks()).toHaveLength(2);
    expect(await left()).toEqual([LOG_COVERED]);
  });
});

describe('what a block counts', () => {
  test('is by five minutes, type and bucket', async () => {
    await write(3, 'box.weighed', { size: 2 });
    await write(1, 'box.weighed', { size: 1 });
    await write(1);
    await log.cover();
    const [block] = await blocks();
    const ofEmptied = block?.counts.filter(({ type }) => type === 'box.weighed') ?? [];
    const sumOf = (size: number) =>
      ofEmptied.filter((each) => each.bucket === size).reduce((sum, { count }) => sum + count, 0);
    expect([sumOf(2), sumOf(1)]).toEqual([3, 1]);
    for (const { at } of block?.counts ?? []) expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d[05]:00Z$/);
  });

  test('fits into an event: a block ends where it would not', async () => {
    await write(800, `box.${'a'.repeat(60)}`, {}, 60);
    expect(await log.cover()).toEqual({ blocks: 2, isHidden: false });
    expect(await left()).toEqual([LOG_COVERED]);
    expect(Math.max(...(await blocks()).map(({ counts }) => counts.length))).toBe(100);
  });
});

test('who listens for blocks alone gets them, without reading other events; nobody else is woken by them', async () => {
  const source = createPostgresEventSource({
    pool,
    schema: SCHEMA,
    logs: { [SCHEMA]: SCHEMA },
    onError: () => undefined,
  });
  const [heard, others] = [collecting(), collecting()];
  const spec = { sources: [SCHEMA], startFrom: 'beginning', maxBatch: 50 } as const;
  const listening = await source.open({ ...spec, consumer: 'blocks', types: [LOG_COVERED] }, heard);
  const deaf = await source.open({ ...spec, consumer: 'others', types: ['box.filled'] }, others);
  await write(300);
  await log.cover();
  for (const each of news) source.wake(each);
  await heard.has(1);
  await write(1, 'box.filled');
  await log.cover();
  for (const each of news) source.wake(each);
  await Promise.all([heard.has(2), others.has(1)]);
  expect(heard.events.map(({ data }) => data.number)).toEqual([1, 2]);
  await Promise.all([listening.stop(), deaf.stop()]);
});

test('a reader of blocks reads an index that has nothing else', async () => {
  await pool.query(
    `insert into boxes.events (gen, stream_id, version, event_id, type, category, data, meta)
     select 1, boxes.uuid_floor(clock_timestamp() + make_interval(months => n % 5 - 1)), n, gen_random_uuid(), 'box.noted',
       'box', '{}', '{}' from generate_series(1, 10_000) n`,
  );
  await pool.query('analyze boxes.events');
  const filter = { types: [LOG_COVERED] };
  const client = await pool.connect();
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query(`prepare page as ${readerOf(pool, SCHEMA, filter).sql}`);
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain execute page (1, '0', 0, 500, array['log.covered'])`,
  );
  client.release();
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan.match(/Index Scan using events_\d{4}_\d{2}_gen_xid_pos_idx2/g)).toHaveLength(5);
  expect(plan).not.toMatch(/-> {2}(Incremental )?Sort|Seq Scan on events/);
});

test('a block is refused that is not the event of a block', async () => {
  await write(1);
  const wrong = createLogCover({
    pool,
    schema: SCHEMA,
    service: SCHEMA,
    bucket,
    append: (id) => anAppend(id, 'none', 'box.noted'),
    check: () => undefined,
    onCommitted: () => undefined,
  });
  await expect(wrong.cover()).rejects.toThrow('a block is one event');
});
