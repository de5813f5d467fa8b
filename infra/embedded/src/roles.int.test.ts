import { logNames } from '@onceover/schema/events/logs';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateAll } from './database.ts';

let database: TestDatabase;
let pool: ReturnType<TestDatabase['pool']>;
beforeAll(async () => {
  database = await createTestDatabase({ template: 'onceover_roles', migrate: (address) => migrateAll(address) });
  pool = database.pool();
});
afterAll(() => database[Symbol.asyncDispose]());

const pairs = logNames.flatMap((reader) =>
  logNames.filter((owner) => owner !== reader).map((owner) => [reader, owner]),
);

describe('the role of a service', () => {
  test.each(pairs)('of %s can read and write nothing of %s', async (reader, owner) => {
    const { rows } = await pool.query(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ($2::text, $2::text || '_jobs', $2::text || '_relay') and c.relkind in ('r', 'p', 'v', 'S')
         and has_table_privilege($1::text, c.oid, 'select, insert, update, delete')`,
      [`onceover_${reader}`, owner],
    );
    expect(rows).toEqual([]);
    const client = await pool.connect();
    try {
      await client.query(`set role onceover_${reader}`);
      await expect(client.query(`select * from ${owner}.events limit 1`)).rejects.toThrow(/permission denied/);
    } finally {
      client.release(true);
    }
  });

  test('that reads logs for others reads nothing else, and writes nothing but where it stands', async () => {
    const { rows } = await pool.query<{ readonly place: string }>(
      `select n.nspname || '.' || c.relname as place from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname !~ '^pg_|information_schema' and c.relkind in ('r', 'p')
         and c.relname !~ '^events_' and has_table_privilege('onceover_log_reader', c.oid, 'select, insert, update, delete')
       order by 1`,
    );
    const expected = logNames.flatMap((log) => [`${log}.events`, `${log}.log_meta`, `${log}_relay.checkpoints`]);
    expect(rows.map(({ place }) => place)).toEqual(expected.toSorted());
  });
});
