import { consumerTablesMigration, eventLogMigration, grantLogReading } from '@onceover/event-store';
import type { Knex } from 'knex';

const owner = { schema: 'secrets', appRole: 'onceover_secrets', retentionRole: 'onceover_retention' } as const;
const log = eventLogMigration({
  ...owner,
  partitioned: true,
  endings: ['secret.received', 'secret.burned', 'secret.expired'],
  // Most secrets belong to nobody, and then nobody listens to what becomes of them.
  quiet: [
    'secret.created',
    'secret.received',
    'secret.burned',
    'secret.expired',
    'secret.opening_refused',
    'secret.delivery_confirmed',
  ],
});
const consumerTables = consumerTablesMigration(owner);

/**
 * The log of secrets: a stream per secret, partitioned by the month of its creation, with one ending each; refused
 * openings may follow it. Accounts, notifications and audit may read it; how far this service got in theirs is in the
 * consumers' tables.
 */
export async function up(knex: Knex): Promise<void> {
  await log.up(knex);
  await consumerTables.up(knex);
  const toRoles = ['onceover_accounts', 'onceover_notifications', 'onceover_audit'];
  await grantLogReading(knex, { schema: 'secrets', toRoles });
}
