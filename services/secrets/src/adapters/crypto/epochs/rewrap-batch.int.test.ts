import { randomBytes } from '@onceover/service-kit/crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { KeySession } from '../keys/key-session.ts';
import { openUnder, sealUnder } from '../sealing/under-epoch.ts';
import { type CryptoDatabase, startCryptoDatabase } from '../testing/crypto-database.ts';
import { insertShards } from '../testing/stored-secret.ts';
import { type BatchResult, EPOCH_TABLES, type EpochTable, type RowKey, rewrapBatch } from './rewrap-batch.ts';

let base: CryptoDatabase;
beforeAll(async () => {
  base = await startCryptoDatabase();
});
afterAll(() => base[Symbol.asyncDispose]());
beforeEach(() => base.owner.query('truncate secrets.secret, secrets.redelivery, secrets.create_replay'));

const from = { key: randomBytes(32), number: 1 };
const to = { key: randomBytes(32), number: 2 };
const rewrap = { from, to, random: randomBytes };

const PAGE = 3;
const tables = new Map(EPOCH_TABLES.map((table) => [table.name, { ...table, batch: PAGE }]));
const tableOf = (name: string) => tables.get(name) as EpochTable;

/** A row's blob, and whose it is. Two neighbours share a lookup where the table lets them. */
const lookupOf = (table: EpochTable, index: number) =>
  Buffer.from(`lookup ${table.key.length === 1 ? index : Math.floor(index / 2)}`);
const contentOf = (index: number) => Buffer.from(`content ${index}`);
const sealed = (table: EpochTable, index: number) =>
  sealUnder(from, table.kind, lookupOf(table, index), contentOf(index), randomBytes);

async function insert(table: EpochTable, index: number): Promise<void> {
  const [lookup, blob, key] = [lookupOf(table, index), sealed(table, index), Buffer.from(`key ${index}`)];
  if (table.name === 'secret') return await insertShards(base.owner, [lookup], { e: 1, wshard: blob });
  const columns = table.name === 'redelivery' ? 'token_hash, lookup, rblob, left_count' : 'key_hash, lookup, sealed';
  const counted = table.name === 'redelivery' ? ', 3' : '';
  await base.owner.query(
    `insert into secrets.${table.name} (e, until, ${columns}) values (1, now() + interval '1 hour', $1, $2, $3${counted})`,
    [key, lookup, blob],
  );
}
async function insertMany(table: EpochTable, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await insert(table, index);
}

/** The rows as they are now: `epoch content`, `epoch` where nothing is left to open. */
async function stored({ name, kind, blob, key }: EpochTable): Promise<string[]> {
  const { rows } = await base.owner.query<{ e: number; lookup: Buffer; blob: Buffer | null }>(
    `select e, lookup, ${blob} as blob from secrets.${name} order by ${key.join(', ')}`,
  );
  return rows.map((row) =>
    row.blob === null ? `${row.e}` : `${row.e} ${openUnder(row.e === 1 ? from : to, kind, row.lookup, row.blob)}`,
  );
}
const contents = (epoch: number, count: number) =>
  Array.from({ length: count }, (_, index) => `${epoch} ${contentOf(index)}`);

/** A session that does `first` before the rows that were read are written. */
function session(first?: () => Promise<unknown>): KeySession {
  return {
    async query<Row>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
      if (sql.includes('update secrets.')) await first?.();
      return (await base.owner.query(sql, [...values])).rows as Row[];
    },
    transaction: () => Promise.reject(new Error('a batch is one statement')),
  };
}

async function walk(table: EpochTable, as = session()): Promise<BatchResult[]> {
  const pages: BatchResult[] = [];
  let after: RowKey | null = null;
  do {
    const page: BatchResult = await rewrapBatch(as, table, rewrap, after);
    pages.push(page);
    after = page.end;
  } while (after !== null);
  return pages;
}
const sumOf = (pages: readonly BatchResult[], what: 'found' | 'moved' | 'damaged') =>
  pages.reduce((sum, page) => sum + page[what], 0);

describe.each([...tables.keys()])('a walk through %s', (name) => {
  const table = tableOf(name);

  test.each([0, 1, PAGE - 1, PAGE, PAGE + 1, 2 * PAGE, 2 * PAGE + 1])('meets each of %i rows once', async (count) => {
    await insertMany(table, count);
    const pages = await walk(table);
    expect(pages.every(({ found }) => found <= PAGE)).toBe(true);
    expect([sumOf(pages, 'found'), sumOf(pages, 'moved'), sumOf(pages, 'damaged')]).toEqual([count, count, 0]);
    expect(await stored(table)).toEqual(contents(2, count));
    expect(sumOf(await walk(table), 'found')).toBe(0);
  });

  test('goes on behind pages that need nothing', async () => {
    await insertMany(table, 3 * PAGE);
    const last = Buffer.from(`lookup ${table.key.length === 1 ? 8 : 4}`);
    await base.owner.query(`update secrets.${name} set e = 7 where lookup < $1`, [last]);
    const pages = await walk(table);
    expect(pages.map(({ found }) => found)).toEqual([0, 0, 1, 0]);
    const { rows } = await base.owner.query(`select e from secrets.${name} where lookup = $1`, [last]);
    expect(rows).toEqual([{ e: 2 }]);
  });

  test('does not wait for rows that somebody holds; a later walk meets them', async () => {
    await insertMany(table, 2 * PAGE);
    const claim = await base.owner.connect();
    try {
      await claim.query('begin');
      // A page's last row, and the next one's first.
      const held = [lookupOf(table, PAGE - 1), lookupOf(table, PAGE)];
      const { rowCount } = await claim.query(`select from secrets.${name} where lookup = any($1) for update`, [held]);
      const pages = await walk(table);
      expect(sumOf(pages, 'found')).toBe(2 * PAGE);
      expect(sumOf(pages, 'moved')).toBe(2 * PAGE - (rowCount ?? 0));
      await claim.query('rollback');
      expect(sumOf(await walk(table), 'moved')).toBe(rowCount);
    } finally {
      claim.release(true);
    }
    expect(await stored(table)).toEqual(contents(2, 2 * PAGE));
  });

  test('leaves alone what moved on since it was read', async () => {
    await insertMany(table, 2);
    const blob = sealUnder(to, table.kind, lookupOf(table, 1), Buffer.from('moved by somebody else'), randomBytes);
    const moving = `update secrets.${name} set e = 2, ${table.blob} = $1 where ${table.blob} = $2`;
    const { rows } = await base.owner.query<{ blob: Buffer }>(
      `select ${table.blob} as blob from secrets.${name} order by ${table.key.join(', ')} offset 1`,
    );
    const pages = await walk(
      table,
      session(() => base.owner.query(moving, [blob, rows[0]?.blob])),
    );
    expect([sumOf(pages, 'found'), sumOf(pages, 'moved')]).toEqual([2, 1]);
    expect(await stored(table)).toEqual(['2 content 0', '2 moved by somebody else']);
  });

  test('sets aside what its own key does not open', async () => {
    await insertMany(table, 2 * PAGE);
    const damaged = lookupOf(table, PAGE);
    await base.owner.query(`update secrets.${name} set ${table.blob} = 'damaged' where lookup = $1`, [damaged]);
    const pages = await walk(table);
    const { rowCount } = await base.owner.query(`select from secrets.${name} where e = -1 and lookup = $1`, [damaged]);
    expect(sumOf(pages, 'damaged')).toBe(rowCount);
    expect([sumOf(pages, 'found'), sumOf(pages, 'moved')]).toEqual([2 * PAGE, 2 * PAGE]);
  });
});

test('a secret that ended since its shard was read gets no shard again', async () => {
  const table = tableOf('secret');
  await insertMany(table, 2);
  const ending = `update secrets.secret set state = 'received', ended_at = now(), wshard = null where lookup = $1`;
  const pages = await walk(
    table,
    session(() => base.owner.query(ending, [lookupOf(table, 1)])),
  );
  expect([sumOf(pages, 'found'), sumOf(pages, 'moved')]).toEqual([2, 1]);
  expect(await stored(table)).toEqual(['2 content 0', '1']);
});

test('a repeat that was used up or ended since it was read stays so', async () => {
  const table = tableOf('redelivery');
  await insertMany(table, 4);
  const pages = await walk(
    table,
    session(async () => {
      await base.owner.query(`update secrets.redelivery set left_count = 2 where token_hash = 'key 0'`);
      await base.owner.query(`delete from secrets.redelivery where token_hash = 'key 1'`);
    }),
  );
  expect([sumOf(pages, 'found'), sumOf(pages, 'moved')]).toEqual([4, 3]);
  const { rows } = await base.owner.query('select e, left_count from secrets.redelivery order by token_hash');
  expect(rows).toEqual([2, 3, 3].map((left_count) => ({ e: 2, left_count })));
});
