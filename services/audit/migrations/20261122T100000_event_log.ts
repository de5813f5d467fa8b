import { consumerTablesMigration, eventLogMigration } from '@onceover/event-store';
import type { Knex } from 'knex';

const owner = { schema: 'audit', appRole: 'onceover_audit', retentionRole: 'onceover_retention' } as const;
const log = eventLogMigration({ ...owner, partitioned: false, endings: ['security.trail_exported'] });
const consumers = consumerTablesMigration(owner);

/** The log of who exported the trail and what operators did to it; the trail alone reads it. And how far it got in all logs. */
export async function up(knex: Knex): Promise<void> {
  await log.up(knex);
  await consumers.up(knex);
}
