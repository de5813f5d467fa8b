import { consumerTablesMigration, grantLogReading, installEventLog } from '@onceover/event-store';
import { ensureRole } from '@onceover/postgres-kit/migrate';
import openKnex, { type Knex } from 'knex';
import type pg from 'pg';
import { migrateNotifications } from '../service.ts';
import { fakeOwnerTable } from './fake-owners.ts';

/** A database with the logs of secrets and accounts and their consumers' tables, as their own migrations make them, and ours. */
export async function migrateWithOwners(database: pg.PoolConfig): Promise<void> {
  const knex = openKnex({ client: 'pg', connection: database as Knex.PgConnectionConfig, pool: { min: 0, max: 1 } });
  try {
    await ensureRole(knex, 'onceover_retention');
    for (const schema of ['secrets', 'accounts']) {
      await installEventLog(knex, { schema, partitioned: false });
      await consumerTablesMigration({ schema, retentionRole: 'onceover_retention' }).up(knex);
      await grantLogReading(knex, { schema, toRoles: ['onceover_log_reader'] });
    }
    await knex.raw(fakeOwnerTable);
  } finally {
    await knex.destroy();
  }
  await migrateNotifications(database);
}
