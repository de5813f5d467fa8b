import { newId } from '@onceover/service-kit/ids';
import { createTestDatabase, type OwnServer, startOwnServer, type TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCommand, aContext, anAppend, migrateBoxes, QUIET, SCHEMA } from '../test-support/box-log.ts';
import { type Collecting, collecting } from '../test-support/collecting.ts';
import { readerOf } from '../test-support/log-readers.ts';
import type { AppendResult, EventFilter, EventSource, EventStore, Subscription } from '../types.ts';
import { createPostgresEventSource } from './event-source.ts';
import { createPostgresEventStore } from './event-store.ts';
import { LogWatch } from './log-watch.ts';
import { LOG_START } from './position.ts';

// Horizons and counts of what was read are those of a whole cluster, so these tests have their own server.
let server: OwnServer;
let database: TestDatabase;
let pool: pg.Pool;
let source: EventSource & { wake(): void };
/** Its commits ring, as those of the source's own process. */
let here: EventStore;
/** Its commits are found by polling, as those of another process. */
let elsewhere: EventStore;

beforeAll(async () => {
  server = await startOwnServer();
});
beforeEach(async () => {
  database = await createTestDatabase({ template: 'quiet_events', migrate: migrateBoxes, server: server.address });
  pool = database.pool({ max: 20 });
  const watch = new LogWatch({ slowestMs: 100 });
  const listening = createPostgresEventSource({
    onError: () => undefined,
    pool,
    schema: SCHEMA,
    logs: { [SCHEMA]: SCHEMA },
    watch,
  });
  source = listening;
  here = createPostgresEventStore({ pool, schema: SCHEMA, service: SCHEMA, onCommitted: listening.wake });
  elsewhere = createPostgresEventStore({ pool, schema: SCHEMA, service: SCHEMA });
});
afterEach(() => database[Symbol.asyncDispose]());
afterAll(() => server[Symbol.asyncDispose]());

const NOBODY = undefined;
const somebody = () => crypto.randomUUID();

const append = (store: EventStore, owner: string | undefined, ...types: string[]): Promise<AppendResult> =>
  store.execute(aCommand(anAppend(newId(), 'any', ...types), owner === undefined ? {} : { tenantRef: owner }));

let consumers = 0;
async function opened(filter: EventFilter, maxBatch = 50): Promise<[Collecting, Subscription & AsyncDisposable]> {
  const sink = collecting();
  const consumer = `test.${++consumers}`;
  const spec = { consumer, sources: [SCHEMA], startFrom: 'beginning', maxBatch, ...filter } as const;
  const subscription = await source.open(spec, sink);
  return [sink, Object.assign(subscription, { [Symbol.asyncDispose]: () => subscription.stop() })];
}

const typesOf = ({ events }: Collecting) => events.map(({ type }) => type);

/** Quiet and other events of the months to come and the one before, as if they had been written long ago. */
async function fill(count: number, owner: string | null): Promise<void> {
  await pool.query(
    `insert into boxes.events (gen, stream_id, version, event_id, type, category, tenant_ref, data, meta)
     select 1, boxes.uuid_floor(clock_timestamp() + make_interval(months => n % 5 - 1)), n, gen_random_uuid(),
       'box.noted', 'box', $2, '{}', '{"r": "req-1"}' from generate_series(1, $1::int) n`,
    [count, owner],
  );
}

interface Reads {
  readonly rows: number;
  readonly scans: number;
}

/** How many rows of the log were fetched, and how often it was read through. */
async function readsSoFar(): Promise<Reads> {
  const { rows } = await pool.query<Reads>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows,
       sum(seq_scan)::int as scans
     from pg_stat_user_tables where schemaname = 'boxes' and relname like 'events%'`,
  );
  return { rows: rows[0]?.rows ?? 0, scans: rows[0]?.scans ?? 0 };
}

async function readsOf(work: (client: pg.PoolClient) => Promise<unknown>): Promise<Reads> {
  const client = await pool.connect();
  try {
    const before = await readsSoFar();
    await work(client);
    await client.query('select pg_stat_force_next_flush()');
    const after = await readsSoFar();
    return { rows: after.rows - before.rows, scans: after.scans - before.scans };
  } finally {
    client.release();
  }
}

describe('a reader that wants no quiet event', () => {
  const filters: [string, EventFilter][] = [
    ['of tenants', { tenantsOnly: true }],
    ['of tenants and types', { tenantsOnly: true, types: QUIET }],
    ['of other types', { types: ['box.filled'] }],
  ];

  test.each(filters)('%s uses the index without them, and nothing but index scans', async (_name, filter) => {
    await fill(20_000, null);
    await pool.query('analyze boxes.events');
    const client = await pool.connect();
    try {
      await client.query('set plan_cache_mode = force_generic_plan');
      await client.query(`prepare page as ${readerOf(pool, SCHEMA, filter, QUIET).sql}`);
      const types = filter.types === undefined ? '' : `, array['box.noted']`;
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute page (1, '0', 0, 500${types})`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Merge Append');
      expect(plan.match(/Index Scan using events_\d{4}_\d{2}_gen_xid_pos_idx1/g)).toHaveLength(5);
      expect(plan.match(/Index Cond: .*ROW\(gen, xid, pos\) > .*ROW\(gen, xid\) </g)).toHaveLength(5);
      expect(plan).not.toMatch(/-> {2}(Incremental )?Sort|Seq Scan on events/);
    } finally {
      client.release();
    }
  });

  test.each(filters)('%s fetches none, however many there are', async (_name, filter) => {
    await fill(5_000, null);
    await fill(7, somebody());
    await pool.query('analyze boxes.events');
    let found = 0;
    const reads = await readsOf(async (client) => {
      const reader = readerOf(client as unknown as pg.Pool, SCHEMA, filter, QUIET);
      const page = await reader.read(LOG_START, 500);
      found = page.events.length;
      expect((await reader.lag(LOG_START)).events).toBe(found);
      expect((await reader.read(page.events.at(-1)?.position ?? page.upTo, 500)).events).toEqual([]);
    });
    expect(found).toBe(filter.types?.includes('box.filled') ? 0 : 7);
    // Each of page and lag; a filter by type is applied to the rows that are not quiet.
    expect(reads).toEqual({ rows: expect.any(Number), scans: 0 });
    expect(reads.rows).toBeLessThanOrEqual(3 * 7);
  });

  test('hears of its events, and of nothing before them twice', async () => {
    const [ofTenants, first] = await opened({ tenantsOnly: true });
    await using _first = first;
    const [ofFilled, second] = await opened({ types: ['box.filled'] });
    await using _second = second;
    await append(here, NOBODY, 'box.noted', 'box.emptied');
    await append(here, somebody(), 'box.noted');
    await append(elsewhere, NOBODY, 'box.filled');
    await append(elsewhere, somebody(), 'box.filled', 'box.emptied');
    await Promise.all([ofTenants.has(3), ofFilled.has(2)]);
    expect(typesOf(ofTenants)).toEqual(['box.noted', 'box.filled', 'box.emptied']);
    expect(typesOf(ofFilled)).toEqual(['box.filled', 'box.filled']);
    expect(ofTenants.events.every(({ tenantRef }) => tenantRef !== null)).toBe(true);
  });

  test('is not woken by quiet commits, and stores no position for them', async () => {
    const [, subscription] = await opened({ tenantsOnly: true });
    await using _ = subscription;
    await subscription.waitFor(await append(here, somebody(), 'box.filled'), 5_000);
    const writes = async () => {
      const { rows } = await pool.query<{ xmin: string; position: string }>(
        `select c.xmin::text, c.position from boxes.checkpoints c where c.consumer = $1`,
        [`test.${consumers}`],
      );
      return rows[0];
    };
    const before = await writes();
    for (let n = 0; n < 50; n += 1) await append(here, NOBODY, 'box.noted');
    expect(await subscription.lag()).toEqual({ events: 0, seconds: 0 });
    expect((await writes())?.position).toBe(before?.position);
  });
});

test('who asks for quiet events gets them all, whoever owns them', async () => {
  const [noted, first] = await opened({ types: ['box.noted'] });
  await using _first = first;
  const [everything, second] = await opened({});
  await using _second = second;
  await append(here, NOBODY, 'box.noted');
  await append(elsewhere, somebody(), 'box.noted');
  await append(elsewhere, NOBODY, 'box.emptied', 'box.noted');
  await Promise.all([noted.has(3), everything.has(4)]);
  expect(typesOf(noted)).toEqual(['box.noted', 'box.noted', 'box.noted']);
});

test('an event that commits after a later one was read is not skipped, although others come in between', async () => {
  const [sink, subscription] = await opened({ tenantsOnly: true, types: ['box.filled'] });
  await using _ = subscription;
  for (const store of [here, elsewhere]) {
    sink.events.length = 0;
    const open = Promise.withResolvers<void>();
    const appended = Promise.withResolvers<void>();
    const slow = store.transact(aContext(undefined, somebody()), async (uow) => {
      const result = await uow.append(anAppend(newId(), 'none', 'box.filled'));
      appended.resolve();
      await open.promise;
      return result;
    });
    await appended.promise;
    await append(store, NOBODY, 'box.noted');
    await append(store, somebody(), 'box.noted');
    const later = await append(store, somebody(), 'box.filled');
    await eventually(async () => expect((await subscription.lag()).events).toBe(1));
    // By then the watch has seen the later one, and the loop has read in vain.
    await expect(subscription.waitFor(later, 250)).rejects.toThrow('timed out while waiting');
    expect(sink.events).toEqual([]);
    open.resolve();
    const earlier = await slow;
    await sink.has(2);
    expect(sink.positions()).toEqual([earlier.position, later.position]);
  }
});

test('12 writers with rollbacks and slow transactions: every filter gets what is its own, in order, once', async () => {
  const filters: EventFilter[] = [
    {},
    { tenantsOnly: true },
    { types: ['box.filled'] },
    { types: ['box.noted'] },
    { types: ['box.noted', 'box.passed'], tenantsOnly: true },
    { types: ['box.never'] },
  ];
  await using stack = new AsyncDisposableStack();
  const open = await Promise.all(filters.map((filter, index) => opened(filter, 3 + index)));
  for (const [, subscription] of open) stack.use(subscription);
  const committed: { type: string; owner: string | undefined; position: string }[] = [];
  const writer = async (seed: number) => {
    for (let n = seed; n < seed + 40; n += 1) {
      const type = ['box.filled', 'box.noted', 'box.passed'][n % 3] ?? '';
      const owner = n % 4 === 0 ? somebody() : NOBODY;
      const store = n % 2 === 0 ? here : elsewhere;
      if (n % 5 > 1) {
        committed.push({ type, owner, position: (await append(store, owner, type)).position });
        continue;
      }
      const slow = store.transact(aContext(undefined, owner ?? null), async (uow) => {
        const result = await uow.append(anAppend(newId(), 'none', type));
        await new Promise((resolve) => setTimeout(resolve, n % 40));
        if (n % 5 === 0) throw new RangeError('rolled back');
        return result;
      });
      await slow.then(({ position }) => committed.push({ type, owner, position })).catch(rethrowUnlessRolledBack);
    }
  };
  await Promise.all(Array.from({ length: 12 }, (_, seed) => writer(seed)));
  for (const [index, [sink, subscription]] of open.entries()) {
    const { types, tenantsOnly = false } = filters[index] ?? {};
    const own = committed.filter(
      ({ type, owner }) => (types?.includes(type) ?? true) && !(tenantsOnly && owner === NOBODY),
    );
    await subscription.catchUp();
    expect(sink.positions()).toEqual(own.map(({ position }) => position).toSorted());
  }
});

function rethrowUnlessRolledBack(error: unknown): void {
  if (!(error instanceof RangeError)) throw error;
}

test('a checkpoint moves past what its consumer does not want, so that a restart does not read it again', async () => {
  const filter = { types: ['box.never'] };
  const [, subscription] = await opened(filter);
  await using _ = subscription;
  let last = await append(elsewhere, somebody(), 'box.filled');
  for (let n = 0; n < 20; n += 1) last = await append(elsewhere, somebody(), 'box.filled');
  await eventually(
    async () => {
      const { rows } = await pool.query<{ position: string }>(
        'select position from boxes.checkpoints where consumer = $1',
        [`test.${consumers}`],
      );
      expect(rows[0]?.position).toBe(last.position);
    },
    { withinMs: 10_000 },
  );
});

test('whoever stands by catches up although quiet events go on being committed', async () => {
  const spec = {
    consumer: 'test.shared',
    sources: [SCHEMA],
    startFrom: 'beginning',
    maxBatch: 50,
    tenantsOnly: true,
  } as const;
  const subscriptions = new AsyncDisposableStack();
  await using _ = subscriptions;
  const [mine, theirs] = [await source.open(spec, collecting()), await source.open(spec, collecting())];
  for (const each of [mine, theirs]) subscriptions.defer(() => each.stop());
  await append(here, somebody(), 'box.noted');
  await mine.catchUp(10_000);
  const quiet = setInterval(() => void append(here, NOBODY, QUIET[0] ?? ''), 200);
  subscriptions.defer(() => clearInterval(quiet));
  await new Promise((resolve) => setTimeout(resolve, 500));
  await theirs.catchUp(10_000);
  expect([mine.state, theirs.state]).toEqual(['running', 'starting']);
}, 30_000);
