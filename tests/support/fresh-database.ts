import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';

/** An empty database on this run's server: the product migrates it when it starts, as it does for people. */
export function freshDatabase(): Promise<TestDatabase> {
  return createTestDatabase({ template: 'empty', migrate: async () => undefined });
}
