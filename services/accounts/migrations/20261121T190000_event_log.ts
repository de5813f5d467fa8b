import { eventLogMigration, grantLogReading } from '@onceover/event-store';
import type { Knex } from 'knex';

const log = eventLogMigration({
  schema: 'accounts',
  appRole: 'onceover_accounts',
  partitioned: false,
  endings: ['account.erased', 'domain.removed'],
});

/** The log of accounts: a stream per account, per custom domain, and per account's sign-ins; a few events a year each. */
export async function up(knex: Knex): Promise<void> {
  await log.up(knex);
  await grantLogReading(knex, { schema: 'accounts', toRoles: ['onceover_secrets', 'onceover_notifications'] });
}

export const { down } = log;
