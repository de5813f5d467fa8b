import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkConnections } from './check-connections.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ template: 'empty', migrate: async () => undefined });
});
afterAll(() => database[Symbol.asyncDispose]());

const settings = ['ONCEOVER_SHELF_CONNECTIONS (12)'];
const check = (perProcess: number) => checkConnections(database.address, { perProcess, settings });
const limitTo = (count: number) =>
  database.pool().query(`alter database ${database.address.database} connection limit ${count}`);

test('pools that fit twice, with ten connections to spare, are allowed; one more is refused', async () => {
  await limitTo(50);
  await check(20);
  await expect(check(21)).rejects.toThrow(
    'PostgreSQL offers 50 connections (the connection limit of the database), and the services need 52: ' +
      'twice 21, because two processes run while one replaces the other, and 10 to spare. ' +
      'Raise the limit by 2, or lower ONCEOVER_SHELF_CONNECTIONS (12).',
  );
});

test('without a limit of its own, the database has the connections of its server, but for those it reserves', async () => {
  await limitTo(-1);
  const { rows } = await database
    .pool()
    .query<{ slots: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as slots`,
    );
  const slots = rows[0]?.slots ?? 0;
  await check(Math.floor((slots - 10) / 2));
  await expect(check(slots)).rejects.toThrow(
    `PostgreSQL offers ${slots} connections (max_connections, without those it reserves)`,
  );
});
