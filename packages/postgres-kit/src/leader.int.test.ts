import { createTestDatabase } from '@onceover/testing/database';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { asLeader } from './leader.ts';

const open = () => createTestDatabase({ template: 'postgres_kit_empty', migrate: async () => undefined });
const never = () => expect.fail('somebody else leads');

/** Work that lasts until it is told to end. */
function lasting() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const work = async () => {
    begin();
    await ended;
  };
  return { begun, end, work };
}

test('one of two processes leads, until it has done its work or failed at it', async () => {
  await using database = await open();
  const [one, other] = [database.pool(), database.pool()];
  const { begun, end, work } = lasting();
  const leading = asLeader(one, 'sweep', work);
  await begun;
  expect(await asLeader(other, 'sweep', async () => never())).toBeNull();
  end();
  await leading;
  const failing = async () => await Promise.reject(new Error('dust'));
  await expect(asLeader(one, 'sweep', failing)).rejects.toThrow('dust');
  expect(await asLeader(other, 'sweep', async () => 'done')).toBe('done');
});

test('whoever leads in several things at once holds one connection, and none afterwards', async () => {
  await using database = await open();
  const pool: pg.Pool = database.pool({ max: 2 });
  const works = [lasting(), lasting(), lasting()];
  const leading = works.map(({ work }, index) => asLeader(pool, `work ${index}`, work));
  await Promise.all(works.map(({ begun }) => begun));
  expect(pool.totalCount - pool.idleCount).toBe(1);
  await pool.query('select 1');
  for (const { end } of works) end();
  await Promise.all(leading);
  expect(pool.totalCount - pool.idleCount).toBe(0);
});

test('a lost connection gives the locks to others, and the next work gets a new one', async () => {
  await using database = await open();
  const [one, other] = [database.pool(), database.pool()];
  one.on('connect', (client) => void client.on('error', () => undefined));
  const { begun, end, work } = lasting();
  const leading = asLeader(one, 'sweep', work);
  await begun;
  await other.query(
    `select pg_terminate_backend(l.pid) from pg_locks l where l.locktype = 'advisory' and l.database =
       (select oid from pg_database where datname = current_database())`,
  );
  await expect.poll(() => asLeader(other, 'sweep', async () => 'done')).toBe('done');
  end();
  await expect(leading).rejects.toThrow();
  expect(await asLeader(one, 'sweep', async () => 'again')).toBe('again');
});
