import { bookmarksMigration, relayPlaceMigration } from '@onceover/event-store';
import type { Knex } from 'knex';

const bookmarks = bookmarksMigration({ schema: 'audit' });
const relay = relayPlaceMigration({
  log: 'audit',
  role: 'onceover_log_reader',
  appRole: 'onceover_audit',
  retentionRole: 'onceover_retention',
});

/** Beside the service's schema is the place of the relay that publishes the log. */
export async function up(knex: Knex): Promise<void> {
  await bookmarks.up(knex);
  await relay.up(knex);
}
