import { eventLogMigration, grantLogReading } from '@onceover/event-store';
import type { Knex } from 'knex';

const log = eventLogMigration({
  schema: 'notifications',
  appRole: 'onceover_notifications',
  // Streams are named by the delivery ids of other services, which promise no month.
  partitioned: false,
  endings: ['delivery.sent', 'delivery.failed', 'delivery.suppressed'],
});

/** The log of mails and feedback: a stream per delivery, with one ending each. Secrets and accounts listen to it. */
export async function up(knex: Knex): Promise<void> {
  await log.up(knex);
  await grantLogReading(knex, { schema: 'notifications', toRoles: ['onceover_secrets', 'onceover_accounts'] });
}

export const { down } = log;
