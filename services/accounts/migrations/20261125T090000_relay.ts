import { bookmarksMigration, relayPlaceMigration, revokeLogReading } from '@onceover/event-store';
import type { Knex } from 'knex';

const bookmarks = bookmarksMigration({ schema: 'accounts' });
const relay = relayPlaceMigration({
  log: 'accounts',
  role: 'onceover_log_reader',
  appRole: 'onceover_accounts',
  retentionRole: 'onceover_retention',
});

/** Only one role reads the log from now on: the services that hear it get it from whoever reads for them. Beside the service's schema is the place of the relay that publishes the log. */
export async function up(knex: Knex): Promise<void> {
  await bookmarks.up(knex);
  await relay.up(knex);
  await revokeLogReading(knex, {
    schema: 'accounts',
    toRoles: ['onceover_secrets', 'onceover_notifications', 'onceover_audit'],
  });
}
