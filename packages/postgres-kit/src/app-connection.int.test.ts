import { createTestDatabase } from '@onceover/testing/database';
import { expect, test } from 'vitest';
import { openAppPool, withClient } from './app-connection.ts';

test('a connection that is lost, in use or not, ends no process, and the pool has another', async () => {
  await using database = await createTestDatabase({ template: 'empty', migrate: async () => undefined });
  const { address } = database;
  const pool = openAppPool(address, { role: address.user, name: 'box', max: 2 });
  const inUse = await pool.connect();
  (await pool.connect()).release();
  const ended = new Promise((resolve) => inUse.once('end', resolve));
  // The one that nobody uses: until the pool has heard of its end, it would be handed out.
  const forgotten = new Promise((resolve) => pool.once('remove', resolve));
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'box'`;
  await withClient(address, (client) => client.query(end));
  await Promise.all([ended, forgotten]);
  await expect(inUse.query('select 1')).rejects.toThrow();
  inUse.release(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
