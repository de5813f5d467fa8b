import { bookmarksMigration, relayPlaceMigration, revokeLogReading } from '@onceover/event-store';
import type { Knex } from 'knex';

const bookmarks = bookmarksMigration({ schema: 'notifications' });
const relay = relayPlaceMigration({
  log: 'notifications',
  role: 'onceover_log_reader',
  appRole: 'onceover_notifications',
  retentionRole: 'onceover_retention',
});

/** Only one role reads the log from now on: the services that hear it get it from whoever reads for them. Beside the service's schema is the place of the relay that publishes the log. */
export async function up(knex: Knex): Promise<void> {
  await bookmarks.up(knex);
  await relay.up(knex);
  await revokeLogReading(knex, {
    schema: 'notifications',
    toRoles: ['onceover_secrets', 'onceover_accounts', 'onceover_audit'],
  });
}
