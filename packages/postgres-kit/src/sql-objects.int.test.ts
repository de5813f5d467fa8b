import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

async function apply(...objects: readonly SqlObject[]): Promise<void> {
  const client = await pool.connect();
  try {
    await applySqlObjects(client, schema, objects);
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
  await apply(answering('one', 1), answering('two', 3));
  const after = await idsOf();
  expect([after[0], after[1]]).toEqual([before[0], expect.not.objectContaining(before[1])]);
});

test('a function that is no longer listed is dropped', async () => {
  await apply(answering('one', 1), answering('two', 2));
  await apply(answering('two', 2));
  await expect(answerOf('one')).rejects.toThrow('does not exist');
  expect(await answerOf('two')).toBe(2);
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
