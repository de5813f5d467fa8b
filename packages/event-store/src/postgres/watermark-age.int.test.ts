import { startOwnServer } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import pg from 'pg';
import { expect, test } from 'vitest';
import { watermarkAge } from './watermark-age.ts';

test('the age is that of the oldest transaction that has written, in whichever database; reading does not count', async () => {
  await using server = await startOwnServer();
  const open = async (database: string) => {
    const client = new pg.Client({ ...server.address, database });
    await client.connect();
    await client.query('begin');
    return client;
  };
  expect(await watermarkAge(server.address)).toBe(0);
  const reader = await open(server.address.database);
  await reader.query('select 1');
  const writer = await open('postgres');
  await writer.query('select pg_current_xact_id()');
  await eventually(async () => expect(await watermarkAge(server.address)).toBeGreaterThan(0.2));
  await writer.query('rollback');
  expect(await watermarkAge(server.address)).toBe(0);
  await Promise.all([reader.end(), writer.end()]);
});
