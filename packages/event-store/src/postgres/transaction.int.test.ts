import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { afterCommit } from '../subscription/after-commit.ts';
import { migrateBoxes } from '../test-support/box-log.ts';
import { inTransaction, knexOn, queryOn } from './transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ template: 'event_store_boxes', migrate: migrateBoxes });
});
afterAll(() => database[Symbol.asyncDispose]());

const insert = `insert into boxes.note (id, text) values ($1, $2) returning text`;
const newNote = (text: string) => [crypto.randomUUID(), text];

test('a statement with numbered parameters runs in the given transaction, and what waits for its commit after that alone', async () => {
  const pool = database.pool();
  const knex = knexOn(pool);
  const ended: string[] = [];
  const failing = inTransaction(knex, async (tx) => {
    afterCommit(tx, () => void ended.push('undone'));
    expect((await queryOn(tx, insert, newNote('undone'))).rows).toEqual([{ text: 'undone' }]);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  await inTransaction(knex, (tx) => {
    afterCommit(tx, () => void ended.push('kept'));
    return queryOn(tx, insert, newNote('kept'));
  });
  expect(ended).toEqual(['kept']);
  expect((await pool.query('select text from boxes.note')).rows).toEqual([{ text: 'kept' }]);
});

test('a statement after the end of its transaction is refused', async () => {
  const late = await inTransaction(knexOn(database.pool()), async (tx) => ({ tx }));
  await expect(queryOn(late.tx, 'select 1')).rejects.toThrow('the transaction is over');
});
