import { createTestDatabase } from '@onceover/testing/database';
import { expect, test } from 'vitest';
import { openEvents } from './backing.ts';

test('a process waits until every log is there; one that never comes is named', async () => {
  await using database = await createTestDatabase({ template: 'empty', migrate: async () => undefined });
  const pool = database.pool();
  for (const log of ['accounts', 'secrets', 'audit']) {
    await pool.query(`create schema ${log}; create table ${log}.events ()`);
  }
  await expect(openEvents(database.address, 10)).rejects.toMatchObject({
    name: 'MissingNeighbour',
    message: expect.stringMatching(/has no log of notifications yet: start the processes/),
  });
  const waiting = openEvents(database.address, 20_000);
  await pool.query('create schema notifications; create table notifications.events ()');
  await waiting;
});
