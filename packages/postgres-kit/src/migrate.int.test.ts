import { createTestDatabase } from '@onceover/testing/database';
import { expect, test } from 'vitest';
import { MadeByAnotherVersion, migrateSchema } from './migrate.ts';

const empty = { up: async () => undefined };
const shelf = { schema: 'shelf', appRole: 'shelf_app' };

test('data that another version made is refused, with what to do', async () => {
  await using database = await createTestDatabase({ template: 'postgres_kit_empty', migrate: async () => undefined });
  const migrate = (...names: string[]) =>
    migrateSchema(database.address, { ...shelf, migrations: Object.fromEntries(names.map((name) => [name, empty])) });
  await migrate('20261122T100000_books');
  await migrate('20261122T100000_books', '20261122T100100_maps');
  const refused = migrate('20261122T100000_books', '20261122T100100_charts');
  await expect(refused).rejects.toThrow(MadeByAnotherVersion);
  await expect(refused).rejects.toThrow(/shelf\/20261122T100100_maps.* Start with the version that made it/);
  await migrate('20261122T100000_books', '20261122T100100_maps');
});
