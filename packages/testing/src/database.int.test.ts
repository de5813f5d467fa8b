import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase, startOwnServer } from './database.ts';

let migrations = 0;
const options = {
  template: 'testing_database',
  async migrate(address: pg.ClientConfig) {
    migrations += 1;
    const client = new pg.Client(address);
    await client.connect();
    await client.query('create table note (text text)');
    await client.end();
  },
};

test('databases from one template are migrated once and share nothing', async () => {
  await using one = await createTestDatabase(options);
  await using other = await createTestDatabase(options);
  await one.pool().query(`insert into note values ('mine')`);
  const { rowCount } = await other.pool().query('select from note');
  expect(rowCount).toBe(0);
  expect(migrations).toBe(1);
});

test('callers that start together wait for one migration', async () => {
  const together = { ...options, template: 'testing_together' };
  const databases = await Promise.all([1, 2, 3].map(() => createTestDatabase(together)));
  expect(migrations).toBe(2);
  await Promise.all(databases.map((database) => database[Symbol.asyncDispose]()));
});

test('a disposed database is gone, even if connections are open', async () => {
  const database = await createTestDatabase(options);
  const straggler = new pg.Client(database.address);
  straggler.on('error', () => undefined);
  await straggler.connect();
  await database[Symbol.asyncDispose]();
  await expect(straggler.query('select 1')).rejects.toThrow();
});

test('a test can have its own server', async () => {
  await using server = await startOwnServer();
  await using database = await createTestDatabase({ ...options, server: server.address });
  const { rows } = await database.pool().query('select count(*)::int as count from note');
  expect(rows).toEqual([{ count: 0 }]);
});
