import { migrateSchema } from '@onceover/postgres-kit/migrate';
import { createTestDatabase } from '@onceover/testing/database';
import { expect, test } from 'vitest';
import { startProblem } from './start-problem.ts';

const place = { host: '127.0.0.1', port: 3000, portSetting: '--port ', hostSetting: '--host' };

test('a schema and a role that another user has made are named, with what to do', async () => {
  await using database = await createTestDatabase({ template: 'empty', migrate: async () => undefined });
  const { address } = database;
  const suffix = address.database.slice(-8);
  const [lesser, shelf] = [`lesser_${suffix}`, { schema: 'shelf', appRole: `shelf_${suffix}`, migrations: {} }];
  const owner = database.pool();
  await migrateSchema(address, shelf);
  await owner.query(`create role ${lesser} createrole; grant ${lesser} to current_user with set true`);
  await owner.query(`grant create on database "${address.database}" to ${lesser}`);
  const migrate = (appRole: string) =>
    migrateSchema({ ...address, options: `-c role=${lesser}` }, { ...shelf, appRole }).then(
      () => 'migrated',
      (error: unknown) => startProblem(error, place),
    );
  expect(await migrate(`mine_${suffix}`)).toMatch(/permission denied for schema shelf\. Start with the user that made/);
  expect(await migrate(shelf.appRole)).toMatch(/permission denied/);
  await owner.query(`drop owned by ${lesser}; drop role ${lesser}`);
});
