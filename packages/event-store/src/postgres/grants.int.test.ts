import { newId } from '@onceover/service-kit/ids';
import { createTestDatabase } from '@onceover/testing/database';
import knex from 'knex';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { aCommand, anAppend } from '../test-support/box-log.ts';
import { readerOf } from '../test-support/log-readers.ts';
import { consumerTablesMigration, grantLogReading } from './consumer-tables.ts';
import { createPostgresEventSource } from './event-source.ts';
import { createPostgresEventStore } from './event-store.ts';
import { eventLogMigration, installEventLog } from './migration.ts';
import { LOG_START } from './position.ts';

const ROLE = 'grants_app';
const consumerTables = consumerTablesMigration({ schema: 'granted', appRole: ROLE });
const log = { schema: 'granted', appRole: ROLE, partitioned: true, endings: [] } as const;

async function migrate(address: pg.ClientConfig): Promise<void> {
  const db = knex({ client: 'pg', connection: address as Record<string, unknown> });
  try {
    await db.raw(`do $$ begin create role ${ROLE}; exception when duplicate_object then null; end $$`);
    await db.raw(`grant ${ROLE} to current_user`);
    await installEventLog(db, log);
    await consumerTables.up(db);
  } finally {
    await db.destroy();
  }
}

test('the application role appends, reads and keeps checkpoints, and cannot change or remove any event', async () => {
  await using database = await createTestDatabase({ template: 'event_store_grants', migrate });
  const pool = database.pool({ options: `-c role=${ROLE}` });
  const store = createPostgresEventStore({ pool, schema: 'granted', service: 'granted' });
  await store.openLog();
  expect(await store.ensurePartitions()).toBe(0);
  const result = await store.execute(aCommand(anAppend(newId(), 'none')));

  const source = createPostgresEventSource({
    onError: () => undefined,
    pool,
    schema: 'granted',
    logs: { granted: 'granted' },
  });
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
    'delete from granted.checkpoints',
    'delete from granted.dead_letters',
    'alter table granted.events disable trigger all',
  ]) {
    await expect(pool.query(sql), sql).rejects.toMatchObject({ code: '42501' });
  }
});

test('another service may read the log and nothing else in the schema, whichever of them is migrated first', async () => {
  await using database = await createTestDatabase({ template: 'event_store_grants', migrate });
  const db = knex({ client: 'pg', connection: database.address });
  const role = `reader_${crypto.randomUUID().replaceAll('-', '')}`;
  try {
    await grantLogReading(db, { schema: 'granted', toRoles: [role] });
    await db.raw(`grant ${role} to current_user`);
    const pool = database.pool({ options: `-c role=${role}` });
    const reader = readerOf(pool, 'granted');
    expect((await reader.read(LOG_START, 10)).events).toEqual([]);
    expect(await reader.lag(LOG_START)).toEqual({ events: 0, seconds: 0 });
    for (const sql of [
      'select from granted.streams',
      'select from granted.commands',
      'select from granted.checkpoints',
      'select from granted.inbox',
      'insert into granted.log_meta default values',
    ]) {
      await expect(pool.query(sql), sql).rejects.toMatchObject({ code: '42501' });
    }
    await pool.end();
  } finally {
    await db.raw(`drop owned by ${role}`);
    await db.raw(`drop role ${role}`);
    await db.destroy();
  }
});

test.each(['Granted', 'a"b', ''])('a schema called %j is refused', async (schema) => {
  const db = knex({ client: 'pg' });
  await expect(eventLogMigration({ schema, partitioned: false }).up(db)).rejects.toThrow(TypeError);
});
