import { migrateAccounts } from '@onceover/accounts';
import { migrateAudit } from '@onceover/audit';
import { migrateNotifications } from '@onceover/notifications';
import { type PostgresAddress, parseConnectionString } from '@onceover/postgres-server';
import { migrateSecrets } from '@onceover/secrets';
import { ConfigError } from '@onceover/service-kit/config';

/** Name of the database of the embedded PostgreSQL, and of the role that owns it. */
export const databaseName = 'onceover';

/** All logs are there before anybody listens to one. */
export async function migrateAll(database: PostgresAddress): Promise<void> {
  await migrateAccounts(database);
  await migrateSecrets(database);
  await migrateNotifications(database);
  await migrateAudit(database);
}

/** Reads `ONCEOVER_DATABASE_URL`. Throws `ConfigError`, never with the value. */
export function addressFrom(url: string): PostgresAddress {
  try {
    return parseConnectionString(url);
  } catch (error) {
    throw new ConfigError([`ONCEOVER_DATABASE_URL: ${error instanceof RangeError ? error.message : 'not an address'}`]);
  }
}
