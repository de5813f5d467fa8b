import { consumerTablesMigration, eventLogMigration, grantLogReading } from '@onceover/event-store';
import type { Knex } from 'knex';

const owner = {
  schema: 'notifications',
  appRole: 'onceover_notifications',
  retentionRole: 'onceover_retention',
} as const;
const log = eventLogMigration({
  ...owner,
  // Streams are named by the delivery ids of other services, which promise no month.
  partitioned: false,
  endings: ['delivery.sent', 'delivery.failed', 'delivery.suppressed', 'feedback.submitted'],
});
const consumers = consumerTablesMigration(owner);

/**
 * The log of emails and feedback: a stream per delivery, with one ending each. Secrets, accounts and
 * audit listen to it. Beside it how far this service got in the logs of secrets and accounts.
 */
export async function up(knex: Knex): Promise<void> {
  await log.up(knex);
  await consumers.up(knex);
  await grantLogReading(knex, {
    schema: 'notifications',
    toRoles: ['onceover_secrets', 'onceover_accounts', 'onceover_audit'],
  });
}
