import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SchemaRelease } from './schema-release.ts';
import { applySqlObjects, type SqlObject } from './sql-objects.ts';

const schema = 'shelf';
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase({ template: 'postgres_kit_empty', migrate: async () => undefined });
  pool = database.pool({ max: 4 });
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => pool.query(`drop schema if exists ${schema} cascade; create schema ${schema}`));

const answering = (name: string, answer: number, argument = 'int'): SqlObject => ({
  name,
  sql: `create function ${schema}.${name}(in_n ${argument}) returns int language sql as $$ select ${answer} $$;`,
});

const apply = (...objects: readonly SqlObject[]) => applyAs(undefined, ...objects);

async function applyAs(release: SchemaRelease | undefined, ...objects: readonly SqlObject[]): Promise<void> {
  const client = await pool.connect();
  try {
    await applySqlObjects(client, schema, objects, release);
  } finally {
    client.release();
  }
}

const answerOf = async (name: string) => (await pool.query(`select ${schema}.${name}('1') as answer`)).rows[0].answer;
const idsOf = async () =>
  (await pool.query('select oid from pg_proc where pronamespace = $1::regnamespace order by proname', [schema])).rows;

test('a function is created, and created again if its text has changed, even with other arguments', async () => {
  await apply(answering('one', 1));
  expect(await answerOf('one')).toBe(1);
  await apply(answering('one', 2, 'text'));
  expect(await answerOf('one')).toBe(2);
  expect(await idsOf()).toHaveLength(1);
});

test('a function that has not changed is not touched', async () => {
  await apply(answering('one', 1), answering('two', 2));
  const before = await idsOf();
  await apply(answering('one', 1), answering('two', 3, 'text'));
  const after = await idsOf();
  expect([after[0], after[1]]).toEqual([before[0], expect.not.objectContaining(before[1])]);
});

test('a function that is no longer listed is dropped', async () => {
  await apply(answering('one', 1), answering('two', 2));
  await apply(answering('two', 2));
  await expect(answerOf('one')).rejects.toThrow('does not exist');
  expect(await answerOf('two')).toBe(2);
});

test('a function that is no longer listed stays while programs that call it may run beside, and goes with them', async () => {
  const [one, two] = [answering('one', 1), answering('two', 2)];
  await applyAs({ version: '1.9.0', oldestBeside: '1.9.0' }, one, two);
  await applyAs({ version: '1.10.0', oldestBeside: '1.9.0' }, two);
  expect(await answerOf('one')).toBe(1);
  await applyAs({ version: '1.11.0', oldestBeside: '1.9.0' }, two);
  expect(await answerOf('one')).toBe(1);
  await applyAs({ version: '1.12.0', oldestBeside: '1.10.0' }, two);
  await expect(answerOf('one')).rejects.toThrow('does not exist');
});

test('a function that came back is one like any other', async () => {
  const [one, two] = [answering('one', 1), answering('two', 2)];
  await applyAs({ version: '1.9.0', oldestBeside: '1.9.0' }, one, two);
  await applyAs({ version: '1.10.0', oldestBeside: '1.9.0' }, two);
  await applyAs({ version: '1.11.0', oldestBeside: '1.9.0' }, one, two);
  await applyAs({ version: '1.12.0', oldestBeside: '1.10.0' }, two);
  expect(await answerOf('one')).toBe(1);
});

test('a function with the same arguments and result is replaced in place, so that nobody who calls it meanwhile misses it', async () => {
  await apply(answering('one', 1));
  const before = await idsOf();
  const { name, sql } = answering('one', 2);
  await apply({ name, sql: `-- Says how many.\n${sql}` });
  expect(await answerOf('one')).toBe(2);
  expect(await idsOf()).toEqual(before);
});

test('who was granted a function that is replaced has it no longer, unless the new text says so', async () => {
  const granted = answering('one', 1);
  await apply({ ...granted, sql: `${granted.sql} grant execute on function ${schema}.one(int) to pg_monitor;` });
  const isGranted = async () =>
    (await pool.query(`select has_function_privilege('pg_monitor', '${schema}.one(int)', 'execute') as it_is`)).rows[0];
  expect(await isGranted()).toEqual({ it_is: true });
  await apply(answering('one', 2));
  expect(await isGranted()).toEqual({ it_is: false });
});

test('a failing statement changes nothing', async () => {
  await apply(answering('one', 1));
  await expect(apply(answering('one', 2), { name: 'two', sql: 'create function nonsense' })).rejects.toThrow('syntax');
  expect(await answerOf('one')).toBe(1);
});

test('functions may call each other in any order, and nobody may execute them without a grant', async () => {
  const calling = `create function ${schema}.first() returns int language sql as $$ select ${schema}.last(1) $$;`;
  await apply({ name: 'first', sql: calling }, answering('last', 7));
  const { rows } = await pool.query(
    `select ${schema}.first() as answer, has_function_privilege('public', '${schema}.first()', 'execute') as is_open`,
  );
  expect(rows).toEqual([{ answer: 7, is_open: false }]);
});
