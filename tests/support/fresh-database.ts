import { migrateAll } from '@onceover/embedded/database';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';

/** An empty database on this run's server: the product migrates it when it starts, as it does for people. */
export function freshDatabase(): Promise<TestDatabase> {
  return createTestDatabase({ template: 'empty', migrate: async () => undefined });
}

/** One that has been migrated once for this run: for all that does not ask how a database is migrated. */
export function migratedDatabase(): Promise<TestDatabase> {
  return createTestDatabase({ template: 'migrated', migrate: migrateAll });
}
