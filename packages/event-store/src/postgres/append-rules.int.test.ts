import { OutageError } from '@onceover/service-kit/errors';
import { idFrom, newId } from '@onceover/service-kit/ids';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StaleInput, VersionConflict } from '../errors.ts';
import {
  aCommand,
  aContext,
  anAppend,
  anEvent,
  checkEpoch,
  emptying,
  filling,
  migrateBoxes,
  SCHEMA,
} from '../test-support/box-log.ts';
import { encodeBatch } from './encode-batch.ts';
import { encodeCommand } from './encode-command.ts';
import { createPostgresEventStore, type PostgresEventStore } from './event-store.ts';
import { poolSettings } from './pool-settings.ts';
import { appendSql } from './run-append.ts';

let database: TestDatabase;
let pool: pg.Pool;
let store: PostgresEventStore;

beforeAll(async () => {
  database = await createTestDatabase({ template: 'event_store_boxes', migrate: migrateBoxes });
  pool = database.pool({ ...poolSettings({ max: 16, name: 'append-rules' }), lock_timeout: 400 });
  store = createPostgresEventStore({ pool, schema: SCHEMA, service: SCHEMA });
});
afterAll(() => database[Symbol.asyncDispose]());

const appendCall = (id = newId()) => ({
  text: appendSql(SCHEMA),
  values: encodeBatch([encodeCommand(aCommand(anAppend(id, 'none')), () => undefined)], true),
});

async function inTransaction(begin: string, work: (client: pg.PoolClient) => Promise<unknown>): Promise<unknown> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('append is the first write', () => {
  test.each([
    ['any write', `insert into boxes.note values (gen_random_uuid(), 'before')`],
    ['a transaction id', 'select pg_current_xact_id()'],
    ['a row lock', 'select from boxes.epoch for update'],
  ])('it raises an error after %s', async (_name, before) => {
    const work = inTransaction('begin', async (client) => {
      await client.query(before);
      return client.query(appendCall());
    });
    await expect(work).rejects.toThrow('append is the first write of its transaction');
  });

  test.each(['repeatable read', 'serializable'])('it raises an error under %s', async (isolation) => {
    const work = inTransaction(`begin isolation level ${isolation}`, (client) => client.query(appendCall()));
    await expect(work).rejects.toThrow('append runs under read committed only');
  });

  test('reading before it is fine', async () => {
    const work = inTransaction('begin', async (client) => {
      await client.query('select from boxes.box');
      return client.query(appendCall());
    });
    await expect(work).resolves.toMatchObject({ rows: [{ outcome: 'appended' }] });
  });

  test('a transaction that writes before it appends is refused', async () => {
    const id = newId();
    const work = store.transact(aContext(), async ({ append, tx }) => {
      await tx.raw(`insert into boxes.note values (gen_random_uuid(), 'before')`);
      return append(anAppend(id, 'none'));
    });
    await expect(work).rejects.toThrow('append is the first write of its transaction');
  });
});

describe('transact', () => {
  test("commits the work's own writes together with the event, or neither", async () => {
    const [kept, lost] = [newId(), newId()];
    const work = (id: string, text: string) =>
      store.transact(aContext(), async ({ append, tx }) => {
        await append(anAppend(id, 'none'));
        await tx.raw('insert into boxes.note values (?, ?)', [id, text]);
      });
    await work(kept, 'fine');
    await expect(work(lost, 'poison')).rejects.toMatchObject({ code: '23514' });
    const { rows } = await pool.query('select id from boxes.note where id in ($1, $2)', [kept, lost]);
    expect(rows).toEqual([{ id: kept }]);
    expect((await store.load({ id: lost, category: 'box' })).version).toBe(0);
  });

  test('does not mistake a silent rollback for a commit', async () => {
    const id = newId();
    const work = store.transact(aContext(), async ({ append, tx }) => {
      await append(anAppend(id, 'none'));
      await tx.raw('select 1 / 0').catch(() => undefined);
      return 'fine';
    });
    await expect(work).rejects.toMatchObject({ code: '25P02' });
    expect((await store.load({ id, category: 'box' })).version).toBe(0);
  });
});

describe('a database error', () => {
  const serialised = (error: unknown): string => {
    const parts =
      error instanceof Error ? [error.message, error.stack, JSON.stringify(error), serialised(error.cause)] : [];
    return parts.join('\n');
  };

  test('reveals nothing of the data to be written', async () => {
    const canary = 'canary-in-a-row';
    await pool.query('alter table boxes.note add column copy text');
    await pool.query(`create function boxes.write_refused(rows jsonb) returns void language plpgsql as $$ begin
      insert into boxes.note (id, text, copy)
        select gen_random_uuid(), 'poison', r.text from jsonb_to_recordset(rows) as r(text text);
      end $$`);
    const refused = aCommand(anAppend(newId(), 'none'), { inline: [{ name: 'refused', row: { text: canary } }] });
    const transacting = store.transact(aContext(), async ({ append, tx }) => {
      await append(anAppend(newId(), 'none'));
      await tx.raw('insert into boxes.note (id, text, copy) values (gen_random_uuid(), ?, ?)', ['poison', canary]);
    });
    for (const { reason } of (await Promise.allSettled([
      store.execute(refused),
      transacting,
    ])) as PromiseRejectedResult[]) {
      const error: unknown = reason;
      expect(error).toMatchObject({ code: '23514' });
      expect(serialised(error)).not.toContain(canary);
    }
  });
});

describe('locks', () => {
  /** Another process that holds a lock of the store until it is told to release it. */
  async function holding(name: string, work: () => Promise<void>, isShared = false): Promise<void> {
    const client = await pool.connect();
    const lock = isShared ? 'pg_advisory_lock_shared' : 'pg_advisory_lock';
    await client.query(`select ${lock}(hashtextextended($1, 0))`, [`${SCHEMA}:${name}`]);
    try {
      await work();
    } finally {
      await client.query('select pg_advisory_unlock_all()');
      client.release();
    }
  }

  test('a command whose stream is busy leaves its batch, and its neighbours do not wait', async () => {
    const busy = newId();
    const others = Array.from({ length: 20 }, newId);
    let settled = false;
    let waiting: Promise<unknown> = Promise.resolve();
    await holding(`stream:${busy}`, async () => {
      waiting = store.execute(filling(busy)).finally(() => {
        settled = true;
      });
      await Promise.all(others.map((id) => store.execute(filling(id))));
      expect(settled).toBe(false);
    });
    await expect(waiting).resolves.toMatchObject({ outcome: 'appended' });
  });

  test('later commands of a busy stream wait behind the earlier one', async () => {
    const busy = newId();
    let work: Promise<unknown>[] = [];
    await holding(`stream:${busy}`, async () => {
      work = [store.execute(aCommand(anAppend(busy, 'none', 'first')))];
      work.push(
        store.execute(aCommand(anAppend(busy, 1, 'second'))),
        store.execute(aCommand(anAppend(busy, 2, 'third'))),
      );
      await store.execute(filling(newId()));
    });
    await Promise.all(work);
    const { events } = await store.load({ id: busy, category: 'box' });
    expect(events.map(({ type }) => type)).toEqual(['first', 'second', 'third']);
  });

  test('a lock not granted in time is an outage, not a conflict, and nothing is written', async () => {
    const busy = newId();
    await holding(`stream:${busy}`, async () => {
      const failure = await store.execute(filling(busy)).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(OutageError);
      expect(failure).toMatchObject({ dependency: 'postgres', name: 'OutageError' });
    });
    expect((await store.execute(filling(busy))).outcome).toBe('appended');
  });

  test('shared locks are shared among commands and wait for an exclusive holder', async () => {
    const ids = [newId(), newId()];
    await holding(
      'epoch:7',
      () => Promise.all(ids.map((id) => store.execute(filling(id, { shared: ['epoch:7'] })))).then(() => undefined),
      true,
    );
    let settled = false;
    let waiting: Promise<unknown> = Promise.resolve();
    await holding('epoch:7', async () => {
      waiting = store.execute(filling(newId(), { shared: ['epoch:7'] })).finally(() => {
        settled = true;
      });
      await store.execute(filling(newId(), { shared: ['epoch:8'] }));
      expect(settled).toBe(false);
    });
    await waiting;
  });

  test('a command is stale if its epoch ended while it waited for the lock', async () => {
    const id = newId();
    const client = await pool.connect();
    await client.query(
      `begin; select pg_advisory_xact_lock(hashtextextended('${SCHEMA}:epoch:9', 0)); insert into boxes.epoch values (9)`,
    );
    await client.query('commit');
    await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('${SCHEMA}:epoch:9', 0))`);
    // Watched from the beginning: it may be refused before the commit is answered.
    const refused = expect(
      store.execute(filling(id, { shared: ['epoch:9'], guards: [checkEpoch(9)] })),
    ).rejects.toThrow(StaleInput);
    await eventually(async () => {
      const { rowCount } = await pool.query(`select from pg_locks where locktype = 'advisory' and not granted`);
      expect(rowCount).toBe(1);
    });
    await client.query('delete from boxes.epoch where number = 9; commit');
    client.release();
    await refused;
  });
});

describe('a batch', () => {
  test('gives each caller its own outcome when commands have many keys', async () => {
    const ids = Array.from({ length: 100 }, newId);
    const [known = ''] = ids;
    await store.execute(filling(known));
    const expected = ids.map((id, index) => (id === known ? 1 : index % 3 === 0 ? 2 : 'none'));
    const settled = await Promise.allSettled(
      ids.map((id, index) => store.execute(aCommand(anAppend(id, expected[index] as 'none')))),
    );
    for (const [index, one] of settled.entries()) {
      if (index !== 0 && index % 3 === 0)
        expect(one).toMatchObject({ status: 'rejected', reason: expect.any(VersionConflict) });
      else expect(one).toMatchObject({ status: 'fulfilled', value: { versions: [index === 0 ? 2 : 1] } });
    }
    const events = await Promise.all(ids.map(async (id) => (await store.load({ id, category: 'box' })).events.at(-1)));
    for (const [index, one] of settled.entries()) {
      if (one.status === 'fulfilled') expect(one.value.position).toBe(events[index]?.position);
    }
  });

  test('is split when it exceeds its limits, and one large command runs by itself', async () => {
    const big = (id: string) => ({
      ...anAppend(id, 'none'),
      events: Array.from({ length: 20 }, () => anEvent('box.noted', { text: 'x'.repeat(15_000) })),
    });
    const results = await Promise.all(Array.from({ length: 5 }, () => store.execute(aCommand(big(newId())))));
    expect(results.map(({ versions }) => versions)).toEqual(Array.from({ length: 5 }, () => [20]));
  });

  test('an event larger than 16 KiB is refused, but its neighbours are not', async () => {
    const huge = { ...anAppend(newId(), 'none'), events: [anEvent('box.noted', { text: 'x'.repeat(17_000) })] };
    const settled = await Promise.allSettled([
      ...Array.from({ length: 8 }, () => store.execute(filling(newId()))),
      store.execute(aCommand(huge)),
    ]);
    expect(settled.map(({ status }) => status)).toEqual([...Array.from({ length: 8 }, () => 'fulfilled'), 'rejected']);
  });
});

describe('two processes', () => {
  test.each([
    ['batching', 'batching'],
    ['batching', 'one by one'],
  ])('one %s, one %s: of 64 callers of one stream exactly one succeeds, in each of 20 rounds', async (_one, other) => {
    const rival = createPostgresEventStore({
      pool: database.pool({ max: 12 }),
      schema: SCHEMA,
      service: SCHEMA,
      batching: other === 'batching',
    });
    for (let round = 0; round < 20; round += 1) {
      const id = newId();
      await store.execute(filling(id));
      const callers = Array.from({ length: 64 }, (_, index) => (index % 2 === 0 ? store : rival));
      const settled = await Promise.allSettled(callers.map((caller) => caller.execute(emptying(id))));
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
      expect(new Set(reasons.map(({ name }) => name))).toEqual(new Set(['VersionConflict']));
    }
  });
});

describe('the log', () => {
  test.each([`update boxes.events set type = 'changed'`, 'delete from boxes.events', 'truncate boxes.events'])(
    'refuses even its owner: %s',
    async (sql) => {
      await store.execute(filling(newId()));
      await expect(pool.query(sql)).rejects.toThrow('events never change');
    },
  );

  test('marks an ended stream as closed', async () => {
    const id = newId();
    await store.execute(filling(id));
    await store.execute(emptying(id));
    const { rows } = await pool.query(
      'select version, category, closed_at is not null as is_closed from boxes.streams where stream_id = $1',
      [id],
    );
    expect(rows).toEqual([{ version: 2, category: 'box', is_closed: true }]);
  });

  test('remembers a command by reference only', async () => {
    const id = newId();
    const commandId = crypto.randomUUID();
    await store.execute(filling(id, { commandId }));
    const { rows } = await pool.query('select stream_id, version from boxes.commands where command_id = $1', [
      commandId,
    ]);
    expect(rows).toEqual([{ stream_id: id, version: 1 }]);
    const { events } = await store.load({ id, category: 'box' });
    expect(events[0]?.id).toBe(idFrom(commandId, '0'));
  });

  test('has partitions from last month to three months ahead, each stream in the month it began', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relname like 'events\\_2%' and relkind = 'r' order by 1`,
    );
    const month = (ahead: number) => {
      const now = new Date();
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)).toISOString().slice(0, 7);
    };
    expect(rows.map(({ name }) => name)).toEqual(
      [-1, 0, 1, 2, 3].map((ahead) => `events_${month(ahead).replace('-', '_')}`),
    );
    const id = newId();
    await store.execute(filling(id));
    const found = await pool.query<{ name: string }>(
      'select tableoid::regclass::text as name from boxes.events where stream_id = $1',
      [id],
    );
    expect(found.rows[0]?.name).toContain(month(0).replace('-', '_'));
    expect(await store.ensurePartitions()).toBe(0);
  });

  test('a missing month is created', async () => {
    const { rows } = await pool.query<{ made: number }>(
      `select boxes.ensure_event_partitions(clock_timestamp() + interval '2 months') as made`,
    );
    expect(rows[0]?.made).toBe(2);
  });
});
