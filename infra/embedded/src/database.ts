import { migrateAccounts } from '@onceover/accounts';
import { migrateAudit } from '@onceover/audit';
import { migrateNotifications } from '@onceover/notifications';
import type { PostgresAddress } from '@onceover/postgres-server';
import { migrateSecrets } from '@onceover/secrets';

/** All logs are there before anybody listens to one. */
export async function migrateAll(database: PostgresAddress): Promise<void> {
  await migrateAccounts(database);
  await migrateSecrets(database);
  await migrateNotifications(database);
  await migrateAudit(database);
}
