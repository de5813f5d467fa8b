import { createHash } from 'node:crypto';
import { newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import { createTestDatabase, type OwnServer, startOwnServer, type TestDatabase } from '@onceover/testing/database';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOG_COVERED } from '../covering/log-covered.ts';
import type { EventConditions, LogHistory } from '../history/log-history.ts';
import { aCommand, anAppend, migrateBoxes, SCHEMA } from '../test-support/box-log.ts';
import type { AppendResult, CommandContext } from '../types.ts';
import { createPostgresEventStore } from './event-store.ts';
import { readEventText } from './event-text.ts';
import { createOwnLog } from './own-log.ts';

// Horizons are those of a whole cluster, so these tests have their own server.
let server: OwnServer;
let database: TestDatabase;
let pool: pg.Pool;
let log: LogHistory;
const [OWNER, ACTOR, BOX] = [crypto.randomUUID(), crypto.randomUUID(), newId()];
const appended: AppendResult[] = [];

beforeAll(async () => {
  server = await startOwnServer();
  database = await createTestDatabase({ template: 'own_log', migrate: migrateBoxes, server: server.address });
  pool = database.pool({ max: 4 });
  const bucket = `case when e.tenant_ref is null then 1 else 0 end`;
  log = createOwnLog({ pool, schema: SCHEMA, service: SCHEMA, bucket });
  const store = createPostgresEventStore({ pool, schema: SCHEMA, service: SCHEMA });
  const write = async (stream: string, type: string, context: Partial<CommandContext>) => {
    const { context: plain, ...rest } = aCommand(anAppend(stream, 'any', type));
    appended.push(await store.execute({ ...rest, context: { ...plain, ...context } }));
  };
  const meta = {
    correlationId: 'req-7',
    actor: { kind: 'authenticated_other', ref: ACTOR },
    ...ownOrigin('web'),
  } as const;
  await write(BOX, 'box.noted', {});
  await write(BOX, 'box.filled', { meta: { ...meta, networkTag: 'q3Zk0_aB' } });
  await write(newId(), 'box.filled', { tenantRef: OWNER });
  await write(newId(), LOG_COVERED, {});
  await write(newId(), 'box.passed', {});
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const at = (index: number) => appended[index]?.position;
const positionsOf = (events: readonly { readonly position: string }[]) => events.map(({ position }) => position);
const leafOf = (text: string) => createHash('sha256').update(Buffer.of(0)).update(text).digest('hex');

describe('a page of a log', () => {
  test.each(['events', 'texts'] as const)('as %s has everything of its range, in order', async (form) => {
    const page = async (...args: Parameters<LogHistory['events']>) =>
      form === 'events'
        ? positionsOf(await log.events(...args))
        : positionsOf((await log.texts(...args)).map((text) => readEventText(SCHEMA, text)));
    const [after, upTo] = [at(0) ?? expect.fail(), at(3) ?? expect.fail()];
    expect(await page({}, 1_000)).toEqual(positionsOf(appended));
    expect(await page({}, 2)).toEqual([at(0), at(1)]);
    expect(await page({ after }, 1_000)).toEqual([at(1), at(2), at(3), at(4)]);
    expect(await page({ after, upTo }, 1_000)).toEqual([at(1), at(2), at(3)]);
  });

  test('has a text for each event that says what the event says, unless it belongs to nobody', async () => {
    const [events, texts] = [await log.events({}, 10), await log.texts({}, 10)];
    const read = texts.map((text) => readEventText(SCHEMA, text));
    expect(read.map(({ said }) => said)).toEqual([null, null, events[2], events[3], null]);
    expect(read.map(({ at: time, type, tenantRef }) => [time, type, tenantRef])).toEqual(
      events.map(({ occurredAt, type, tenantRef }) => [occurredAt.getTime(), type, tenantRef]),
    );
  });

  test('of events has only what no running transaction can still precede', async () => {
    const slow = await pool.connect();
    await slow.query('begin');
    await slow.query(
      `insert into boxes.events (gen, stream_id, version, event_id, type, category, data, meta)
       values (1, $1, 1, gen_random_uuid(), 'box.noted', 'box', '{}', '{}')`,
      [newId()],
    );
    const client = await pool.connect();
    await client.query('begin');
    await client.query(
      `insert into boxes.events (gen, stream_id, version, event_id, type, category, data, meta)
       values (1, $1, 1, gen_random_uuid(), 'box.noted', 'box', '{}', '{}')`,
      [newId()],
    );
    const own = createOwnLog({ pool: client, schema: SCHEMA, service: SCHEMA, bucket: '0' });
    expect(await own.events({}, 10)).toHaveLength(5);
    expect(await own.texts({}, 10)).toHaveLength(6);
    for (const each of [client, slow]) {
      await each.query('rollback');
      each.release();
    }
  });
});

describe('a search', () => {
  test('gives events with the hashes that blocks have, in the order of the log or from its end', async () => {
    const search = { conditions: {}, order: 'oldest', most: 10 } as const;
    const found = await log.search(search);
    expect(positionsOf(found)).toEqual([at(0), at(1), at(2), at(4)]);
    const texts = await log.texts({}, 10);
    expect(found.map(({ leaf }) => leaf)).toEqual([0, 1, 2, 4].map((index) => leafOf(texts[index] ?? '')));
    expect(await log.search({ ...search, order: 'newest', most: 2 })).toEqual([found[3], found[2]]);
  });

  test.each<[string, EventConditions, readonly number[]]>([
    ['of nobody', { isUnowned: true }, [0, 1, 4]],
    ['by type', { types: ['box.filled', 'box.never'] }, [1, 2]],
    ['by stream', { streams: [BOX] }, [0, 1]],
    ['by kind of actor', { actorKind: 'system', isUnowned: true }, [0, 4]],
    ['by actor', { actorRef: ACTOR }, [1]],
    ['by request', { correlationId: 'req-7' }, [1]],
    ['by network', { networkTag: 'q3Zk0_aB' }, [1]],
    ['before the first', { to: new Date('2020-01-01') }, []],
    ['since then', { from: new Date('2020-01-01'), isUnowned: true, streams: [BOX], types: ['box.noted'] }, [0]],
  ])('%s finds what fits', async (_name, conditions, fitting) => {
    const found = await log.search({ conditions, order: 'oldest', most: 10 });
    expect(positionsOf(found)).toEqual(fitting.map(at));
  });

  test('of one event finds it alone', async () => {
    const [, second] = await log.search({ conditions: {}, order: 'oldest', most: 10 });
    const conditions = { eventId: second?.id ?? expect.fail() };
    expect(await log.search({ conditions, order: 'oldest', most: 10 })).toEqual([second]);
    expect(await log.search({ conditions: { eventId: newId() }, order: 'oldest', most: 10 })).toEqual([]);
  });

  test('goes on after a position, up to another', async () => {
    const [after, upTo] = [at(0) ?? expect.fail(), at(2) ?? expect.fail()];
    expect(positionsOf(await log.search({ conditions: { after, upTo }, order: 'oldest', most: 10 }))).toEqual([
      at(1),
      at(2),
    ]);
  });

  test('that takes longer than a statement may says so', async () => {
    const client = await pool.connect();
    await client.query('set statement_timeout = 50');
    const own = createOwnLog({
      pool: {
        query: ((statement: { text: string }) =>
          client.query(`select pg_sleep(1) -- ${statement.text.length}`)) as never,
      },
      schema: SCHEMA,
      service: SCHEMA,
      bucket: '0',
    });
    await expect(own.search({ conditions: {}, order: 'oldest', most: 1 })).rejects.toThrow('the search takes longer');
    await expect(own.count({}, { from: new Date(), seconds: 60 })).rejects.toThrow('the search takes longer');
    await expect(own.recount({}, 1)).rejects.toThrow('postgres');
    client.release(true);
  });
});

test('a count is by step and type, without what the log says about itself', async () => {
  const now = new Date();
  const steps = { from: new Date(now.getTime() - 86_400_000), seconds: 86_400 * 3_650 };
  const counts = await log.count({ isUnowned: true }, steps);
  expect(counts.map(({ type, count }) => [type, count])).toEqual([
    ['box.filled', 1],
    ['box.noted', 1],
    ['box.passed', 1],
  ]);
});

test('a range is counted as its blocks count it, a piece at a time', async () => {
  const first = await log.recount({}, 2);
  expect(first).toMatchObject({ events: 2, to: at(1) });
  const second = await log.recount({ after: first.to ?? expect.fail() }, 1_000);
  expect(second).toMatchObject({ events: 3, to: at(4) });
  const sums = [...first.counts, ...second.counts].map(({ type, bucket, count }) => `${type} ${bucket} ${count}`);
  expect(sums).toEqual(['box.filled 1 1', 'box.noted 1 1', 'box.filled 0 1', 'box.passed 1 1']);
  expect(await log.recount({ after: at(4) ?? expect.fail() }, 10)).toEqual({ counts: [], events: 0, to: null });
});
