import { OutageError } from '@onceover/service-kit/errors';
import { newId } from '@onceover/service-kit/ids';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutcomeUnknown } from '../errors.ts';
import { aCommand, aContext, aNote, anAppend, filling, migrateBoxes, SCHEMA } from '../test-support/box-log.ts';
import { type FlakyLine, flakyLine } from '../test-support/flaky-line.ts';
import type { CommitNews } from '../types.ts';
import { createPostgresEventStore, type PostgresEventStore } from './event-store.ts';

let database: TestDatabase;
let direct: pg.Pool;
let line: FlakyLine;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase({ template: 'event_store_boxes', migrate: migrateBoxes });
  direct = database.pool();
  await direct.query(`
    create function boxes.slow_commit() returns trigger language plpgsql as $$ begin perform pg_sleep(30); return null; end $$;
    create constraint trigger slow_commit after insert on boxes.note deferrable initially deferred
      for each row when (new.text = 'slow') execute function boxes.slow_commit()`);
  line = await flakyLine(database.address);
  pool = database.pool({ ...line.address, max: 12 });
});
afterAll(async () => {
  await line[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** Streams that some store has said it appended to. */
const told = new Set<string>();
const onCommitted = ({ events }: CommitNews) => {
  for (const { streamId } of events) told.add(streamId);
};

const storeOn = (ofPool: pg.Pool, batching: boolean): PostgresEventStore =>
  createPostgresEventStore({ pool: ofPool, schema: SCHEMA, service: SCHEMA, batching, onCommitted });

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: unknown) => error,
  );

test.each([true, false])(
  'an answer lost after the commit is an unknown outcome; a retry finds it done (batching %s)',
  async (batching) => {
    const store = storeOn(pool, batching);
    await store.execute(filling(newId()));
    const commands = Array.from({ length: 10 }, () => filling(newId()));
    line.loseAnswers();
    const failures = await Promise.all(commands.map((command) => failureOf(store.execute(command))));
    line.mend();
    for (const failure of failures) expect(failure).toBeInstanceOf(OutageError);
    expect(failures.some((failure) => failure instanceof OutcomeUnknown)).toBe(true);
    // Whoever listens reads then: what has committed is told to them now or never.
    const heard = commands.map(({ appends: [append] }) => told.has(append?.stream.id ?? ''));
    expect(heard).toEqual(failures.map((failure) => failure instanceof OutcomeUnknown));
    for (const [index, command] of commands.entries()) {
      const { outcome } = await store.execute(command);
      // A command told "unknown" may have committed; one told of a plain outage certainly has not.
      if (!(failures[index] instanceof OutcomeUnknown)) expect(outcome).toBe('appended');
    }
    const first = commands[0] ?? filling(newId());
    expect((await store.execute(first)).outcome).toBe('duplicate');
  },
);

test('a connection killed at commit is an unknown outcome; a retry with the same id settles it', async () => {
  const store = storeOn(direct, true);
  const id = newId();
  const command = aCommand(anAppend(id, 'none'), { inline: [aNote('slow')] });
  const outcome = failureOf(store.execute(command));
  await eventually(async () => {
    const { rowCount } = await direct.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
    );
    expect(rowCount).toBe(1);
  });
  expect(await outcome).toBeInstanceOf(OutcomeUnknown);
  const retry = { ...command, inline: [aNote('quick')] };
  expect((await store.execute(retry)).outcome).toBe('appended');
  expect((await store.load({ id, category: 'box' })).version).toBe(1);
});

test('a statement that takes too long is an outage and has written nothing', async () => {
  const impatient = database.pool({ statement_timeout: 200 });
  const store = storeOn(impatient, true);
  await direct.query(`create function boxes.write_sleepy(rows jsonb) returns void language plpgsql as $$
    begin perform pg_sleep(5); end $$`);
  const id = newId();
  const slow = aCommand(anAppend(id, 'none'), { inline: [{ name: 'sleepy', row: {} }] });
  const failure = await failureOf(store.execute(slow));
  expect(failure).toBeInstanceOf(OutageError);
  expect(failure).not.toBeInstanceOf(OutcomeUnknown);
  expect((await store.load({ id, category: 'box' })).version).toBe(0);
});

test('a transaction whose commit is never confirmed has an unknown outcome', async () => {
  const store = storeOn(pool, true);
  const id = newId();
  const context = aContext();
  const failure = await failureOf(
    store.transact(context, async ({ append }) => {
      await append(anAppend(id, 'none'));
      // One more answer gets through: the one to the store's own last statement before the commit.
      line.loseAnswers(1);
    }),
  );
  line.mend();
  expect(failure).toBeInstanceOf(OutcomeUnknown);
  expect(told).toContain(id);
  const { version } = await storeOn(direct, true).load({ id, category: 'box' });
  expect(version).toBe(1);
});

test('a transaction that loses its connection before the commit has written nothing and says so', async () => {
  const store = storeOn(pool, true);
  const id = newId();
  const failure = await failureOf(
    store.transact(aContext(), async ({ append, tx }) => {
      await append(anAppend(id, 'none'));
      line.cut();
      await tx.raw('select 1');
    }),
  );
  expect(failure).toBeInstanceOf(OutageError);
  expect(failure).not.toBeInstanceOf(OutcomeUnknown);
  expect(told).not.toContain(id);
  expect((await storeOn(direct, true).load({ id, category: 'box' })).version).toBe(0);
});

test.each([true, false])(
  'a database that cannot be reached is an outage, for every call (batching %s)',
  async (batching) => {
    const nowhere = new pg.Pool({ ...database.address, host: '/nowhere' });
    const store = storeOn(nowhere, batching);
    const calls = [
      store.execute(filling(newId())),
      store.load({ id: newId(), category: 'box' }),
      store.transact(aContext(), ({ append }) => append(anAppend(newId(), 'none'))),
      store.openLog(),
    ];
    for (const failure of await Promise.all(calls.map(failureOf))) {
      expect(failure).toBeInstanceOf(OutageError);
      expect(failure).not.toBeInstanceOf(OutcomeUnknown);
    }
    await nowhere.end();
  },
);

test('an exhausted pool is an outage: nothing was sent', async () => {
  const tiny = database.pool({ max: 1, connectionTimeoutMillis: 100 });
  const store = storeOn(tiny, true);
  const held = await tiny.connect();
  const failure = await failureOf(store.execute(filling(newId())));
  expect(failure).toBeInstanceOf(OutageError);
  expect(failure).not.toBeInstanceOf(OutcomeUnknown);
  held.release();
  expect((await store.execute(filling(newId()))).outcome).toBe('appended');
});

test('idle connections that die are replaced silently', async () => {
  const store = storeOn(pool, true);
  await store.execute(filling(newId()));
  line.cut();
  await eventually(async () => {
    expect((await store.execute(filling(newId()))).outcome).toBe('appended');
  });
});
