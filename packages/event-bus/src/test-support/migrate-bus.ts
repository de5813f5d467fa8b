import { consumerTablesMigration, grantLogReading, installEventLog, relayPlaceMigration } from '@onceover/event-store';
import knex from 'knex';
import type pg from 'pg';
import { jobTablesMigration } from '../jobs/job-tables.ts';

/** Two services with a log each, and one that listens to both and stores what it counts. */
export const LOGS = ['boxes', 'crates'] as const;
export const COUNTER = 'counter';
export const COUNTER_ROLE = 'event_bus_counter';
export const RELAY_ROLE = 'event_bus_relay';
export const COUNTER_JOBS = 'counter_jobs';

export async function migrateBus(address: pg.ClientConfig): Promise<void> {
  const db = knex({ client: 'pg', connection: address as Record<string, unknown> });
  try {
    for (const schema of LOGS) {
      await installEventLog(db, { schema, partitioned: false });
      await grantLogReading(db, { schema, toRoles: [COUNTER_ROLE] });
      await relayPlaceMigration({ log: schema, role: RELAY_ROLE, appRole: COUNTER_ROLE }).up(db);
    }
    await db.raw(`grant ${COUNTER_ROLE}, ${RELAY_ROLE} to current_user`);
    await db.raw(`create schema ${COUNTER}`);
    await consumerTablesMigration({ schema: COUNTER, appRole: COUNTER_ROLE }).up(db);
    await jobTablesMigration({ schema: COUNTER_JOBS, appRole: COUNTER_ROLE }).up(db);
    await db.raw(`
      create table counter.effects (n bigint generated always as identity, key text not null);
      create table counter.totals (id text primary key, version int not null, total int not null);
      grant select, insert, update, delete on counter.effects, counter.totals to ${COUNTER_ROLE}`);
  } finally {
    await db.destroy();
  }
}

/** Options that make a connection work as the listening service. */
export const AS_COUNTER: pg.PoolConfig = { options: `-c role=${COUNTER_ROLE}` };
export const AS_RELAY: pg.PoolConfig = { options: `-c role=${RELAY_ROLE}` };
