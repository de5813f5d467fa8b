import { newId } from '@onceover/service-kit/ids';
import { createTestDatabase } from '@onceover/testing/database';
import knex from 'knex';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { aCommand, anAppend } from '../test-support/box-log.ts';
import { createPostgresEventSource } from './event-source.ts';
import { createPostgresEventStore } from './event-store.ts';
import { eventLogMigration } from './migration.ts';

const ROLE = 'grants_app';
const migration = eventLogMigration({ schema: 'granted', appRole: ROLE, partitioned: true, endings: [] });

async function migrate(address: pg.ClientConfig): Promise<void> {
  const db = knex({ client: 'pg', connection: address as Record<string, unknown> });
  try {
    await db.raw(`do $$ begin create role ${ROLE}; exception when duplicate_object then null; end $$`);
    await db.raw(`grant ${ROLE} to current_user`);
    await migration.up(db);
  } finally {
    await db.destroy();
  }
}

test('the application role appends, reads and keeps checkpoints, and can change or remove no event', async () => {
  await using database = await createTestDatabase({ template: 'event_store_grants', migrate });
  const pool = database.pool({ options: `-c role=${ROLE}` });
  const store = createPostgresEventStore({ pool, schema: 'granted', service: 'granted' });
  await store.openLog();
  expect(await store.ensurePartitions()).toBe(0);
  const result = await store.execute(aCommand(anAppend(newId(), 'none')));

  const source = createPostgresEventSource({ pool, logs: { granted: 'granted' } });
  const spec = { consumer: 'test', sources: ['granted'], startFrom: 'beginning', maxBatch: 10 } as const;
  const none = async () => undefined;
  const subscription = await source.open(spec, { onAssigned: none, onBatch: none, onRevoked: none });
  await subscription.waitFor(result, 5_000);
  await subscription.stop();

  for (const sql of [
    `update granted.events set type = 'changed'`,
    'delete from granted.events',
    'truncate granted.events',
    'drop table granted.events',
    'delete from granted.commands',
    'alter table granted.events disable trigger all',
  ]) {
    await expect(pool.query(sql), sql).rejects.toMatchObject({ code: '42501' });
  }
});

test('the log can be taken down again', async () => {
  await using database = await createTestDatabase({ template: 'event_store_grants', migrate });
  const db = knex({ client: 'pg', connection: database.address });
  try {
    await migration.down(db);
    const { rows } = await db.raw(`select count(*)::int as count from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'granted'`);
    expect(rows).toEqual([{ count: 0 }]);
  } finally {
    await db.destroy();
  }
});

test.each(['Granted', 'a"b', ''])('a schema called %j is refused', async (schema) => {
  const db = knex({ client: 'pg' });
  await expect(eventLogMigration({ schema, partitioned: false }).up(db)).rejects.toThrow(TypeError);
});
