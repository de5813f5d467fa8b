import { createTestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import { expect, test } from 'vitest';
import { migrateBoxes, SCHEMA } from '../test-support/box-log.ts';
import { LeaseKeeper } from './lease-keeper.ts';

test('renewing leases waits for whoever acknowledges several shards, and never holds what that one needs next', async () => {
  await using database = await createTestDatabase({ template: 'event_store_boxes', migrate: migrateBoxes });
  const pool = database.pool();
  const shards = [...Array(12).keys()];
  await pool.query(
    `insert into ${SCHEMA}.checkpoints (consumer, source, shard, position, owner, epoch, leased_until)
     select 'counter', 'boxes', shard, '0', 'one', 1, clock_timestamp() from unnest($1::int[]) as shard`,
    // As they lie in the table, the last is found first.
    [shards.toReversed()],
  );
  const failures: unknown[] = [];
  const keeper = new LeaseKeeper({ pool, schema: SCHEMA, leaseMs: 300, onError: (error) => failures.push(error) });
  const kept = shards.toReversed().map((shard) => ({
    key: { consumer: 'counter', source: 'boxes', shard },
    epoch: '1',
    isLost: false,
  }));
  const owner = await pool.connect();
  const acknowledge = (shard: number) =>
    owner.query(`update ${SCHEMA}.checkpoints set position = '1' where shard = $1`, [shard]);
  await owner.query('begin');
  await acknowledge(0);
  for (const each of kept) keeper.keep(each);
  await eventually(async () => {
    const { rows } = await pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rows).not.toHaveLength(0);
  });
  for (const shard of shards.slice(1)) await acknowledge(shard);
  await owner.query('commit');
  owner.release();
  await eventually(async () => {
    const { rows } = await pool.query(`select 1 from ${SCHEMA}.checkpoints where leased_until > clock_timestamp()`);
    expect(rows).toHaveLength(shards.length);
  });
  for (const each of kept) keeper.forget(each);
  expect([failures, kept.filter(({ isLost }) => isLost)]).toEqual([[], []]);
});
