import { consumerTablesMigration, grantLogReading } from '@onceover/event-bus';
import type { Knex } from 'knex';

const tables = consumerTablesMigration({ schema: 'secrets', appRole: 'onceover_secrets' });

/** The service listens, and lets those who listen to it read its log. */
export async function up(knex: Knex): Promise<void> {
  await tables.up(knex);
  await grantLogReading(knex, { schema: 'secrets', toRoles: ['onceover_accounts', 'onceover_notifications'] });
}

export async function down(knex: Knex): Promise<void> {
  await tables.down(knex);
}
