import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { startSystem, type TestSystem } from '../../support/start-system.ts';

let system: TestSystem;
let client: ApiClient;
let admin: pg.Client;

beforeAll(async () => {
  system = await startSystem();
  client = new ApiClient(system.url);
  admin = new pg.Client(system.database);
  await admin.connect();
  await seconds(REPORTED);
});

afterAll(async () => {
  client?.[Symbol.dispose]();
  await admin?.end();
  await system?.[Symbol.asyncDispose]();
});

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));
/** A connection reports what it did when it works again, or after ten idle seconds. */
const REPORTED = 11;

async function countOf(sql: string): Promise<number> {
  await admin.query('select pg_stat_clear_snapshot()');
  const { rows } = await admin.query<{ count: number }>(sql);
  return rows[0]?.count ?? 0;
}

/** Without those of autovacuum, which visits the tables of a new database once and has nothing to do with who asks. */
const transactions = () =>
  countOf(`select (xact_commit - vacuums.runs)::int as count
    from pg_stat_database,
      (select sum(autovacuum_count + autoanalyze_count) as runs from pg_stat_all_tables) vacuums
    where datname = current_database()`);

const eventRowsRead = () =>
  countOf(`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count
    from pg_stat_user_tables where schemaname = 'secrets' and relname like 'events%'`);

async function transactionsPerSecond(): Promise<number> {
  const [before, since] = [await transactions(), performance.now()];
  await seconds(25);
  return ((await transactions()) - before) / ((performance.now() - since) / 1_000);
}

test('an idle system makes at most five transactions a second, all services together', async () => {
  // Autovacuum looks through a new database about once a minute, in more transactions than it counts.
  const perSecond = Math.min(await transactionsPerSecond(), await transactionsPerSecond());
  expect(perSecond).toBeGreaterThan(0);
  expect(perSecond).toBeLessThanOrEqual(5);
});

test('the events of secrets that belong to nobody are read once, for the blocks that cover them, which are few', async () => {
  const before = await eventRowsRead();
  for (let round = 0; round < 40; round += 1) {
    const secrets = await Promise.all(Array.from({ length: 5 }, () => client.conceal('for nobody in particular')));
    for (const { secretKey } of secrets) expect((await client.look(secretKey)).status).toBe(200);
    await Promise.all(secrets.map(({ secretKey }) => client.reveal(secretKey)));
  }
  await seconds(REPORTED);
  const read = await eventRowsRead();
  expect(await countOf(`select count(*)::int from secrets.events where type <> 'log.covered'`)).toBe(400);
  const blocks = await countOf(`select count(*)::int from audit.blocks where log = 'secrets'`);
  expect(blocks).toBeLessThanOrEqual(20);
  expect(await countOf(`select sum(events)::int as count from audit.blocks where log = 'secrets'`)).toBe(
    400 + blocks - 1,
  );
  // What tells of a block is read a few times: by the trail, by the watch over the log, by the block after it.
  expect(read - before).toBeGreaterThanOrEqual(400);
  expect(read - before).toBeLessThanOrEqual(400 + 5 * blocks);
  expect(await countOf('select count(*)::int from audit.entries')).toBe(0);
  expect(await countOf('select count(*)::int from notifications.account_feed_heads')).toBe(0);
});
