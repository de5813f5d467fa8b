import { consumerTablesMigration, eventLogMigration, grantLogReading } from '@onceover/event-store';
import type { Knex } from 'knex';

const roles = { appRole: 'onceover_accounts', retentionRole: 'onceover_retention' } as const;
const log = eventLogMigration({
  schema: 'accounts',
  ...roles,
  partitioned: false,
  endings: ['account.erased', 'domain.removed'],
});
const consumerTables = consumerTablesMigration({ schema: 'accounts', ...roles });

/**
 * The log of accounts: a stream for each account, for its sign-ins, and for each custom domain; a few events a year. And
 * the tables of consumers: what the service remembers about events it listens to.
 */
export async function up(knex: Knex): Promise<void> {
  await log.up(knex);
  const toRoles = ['onceover_secrets', 'onceover_notifications', 'onceover_audit'];
  await grantLogReading(knex, { schema: 'accounts', toRoles });
  await consumerTables.up(knex);
}
