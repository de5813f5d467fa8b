import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { findOwnCluster, type OwnCluster, placeCluster, startPostgresServer } from '@onceover/postgres-server';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { readEveryTable, readFacts, takeBaseBackup, unpack } from './index.ts';

let place: string;
let stack: AsyncDisposableStack;
beforeEach(() => {
  stack = new AsyncDisposableStack();
  place = mkdtempSync(path.join(tmpdir(), 'base-backup-'));
  chmodSync(place, 0o755);
  stack.defer(() => rmSync(place, { recursive: true, force: true }));
  return () => stack.disposeAsync();
});

async function startServer(name: string, settings: Readonly<Record<string, string>> = {}) {
  const server = stack.use(await startPostgresServer({ dataDir: path.join(place, name), database: 'shop', settings }));
  const client = stack.adopt(new pg.Client(server.address), (open) => open.end());
  await client.connect();
  return { client, cluster: (await findOwnCluster(server.address)) as OwnCluster };
}

/** Puts the backup back as another server. */
async function restored(archive: string, bytes: number) {
  await placeCluster(path.join(place, 'restored'), (cluster) => unpack(archive, cluster, bytes));
  return await startServer('restored');
}

test('what was committed before a backup is in it, and of what goes on meanwhile a beginning', async () => {
  // As little of the write-ahead log as possible is kept, so that it is recycled while the backup is made.
  const small = { max_wal_size: '32MB', min_wal_size: '32MB', checkpoint_timeout: '30s' };
  const { client, cluster } = await startServer('original', small);
  await client.query('create table note (number int primary key, text text)');
  await client.query(`insert into note select n, repeat('x', 1000) from generate_series(1, 20000) n`);
  await client.query('create table dropped as select * from note');
  let isOver = false;
  let last = 20_000;
  const working = (async () => {
    const writer = new pg.Client({ ...cluster.superuser, database: 'shop' });
    await writer.connect();
    while (!isOver) {
      last += 1;
      await writer.query(`insert into note values (${last}, repeat('y', 100000))`);
      await writer.query('update note set text = text where number < 300');
      if (last % 20 === 0) await writer.query('checkpoint');
      if (last === 20_010) await writer.query('drop table dropped');
    }
    await writer.end();
  })();
  await expect.poll(() => last).toBeGreaterThan(20_005);
  const before = last - 1;
  const archive = path.join(place, 'base.tar.gz');
  const backup = await takeBaseBackup(cluster, archive);
  isOver = true;
  await working;

  expect(backup).toMatchObject(await readFacts(archive));
  expect(statSync(archive).mode & 0o777).toBe(0o600);
  const copy = await restored(archive, backup.unpackedBytes);
  const { rows } = await copy.client.query('select count(*)::int as count, max(number) as last from note');
  expect(rows[0].count).toBe(rows[0].last);
  expect(rows[0].last).toBeGreaterThanOrEqual(before);
  expect(rows[0].last).toBeLessThanOrEqual(last);
  const whole = new pg.Client({ ...copy.cluster.superuser, database: 'shop' });
  await whole.connect();
  expect(await readEveryTable(whole)).toContainEqual({ name: 'public.note', rows: rows[0].count });
  await whole.end();
  await expectNoSlots(client);
});

test('what somebody else put into the data directory is not taken, by name or by a link', async () => {
  const { cluster } = await startServer('original');
  const foreign = 'a key that no backup may have';
  writeFileSync(path.join(cluster.directory, 'kek.key'), foreign);
  mkdirSync(path.join(cluster.directory, 'epoch'));
  writeFileSync(path.join(cluster.directory, 'epoch', '1.key'), foreign);
  symlinkSync(path.join(cluster.directory, 'kek.key'), path.join(cluster.directory, 'base', 'link'));
  const archive = path.join(place, 'base.tar.gz');
  await takeBaseBackup(cluster, archive);
  const bytes = gunzipSync(readFileSync(archive));
  expect(bytes.includes(foreign)).toBe(false);
  expect(bytes.includes('kek.key')).toBe(false);
});

test('a backup that cannot be written ends with the reason, and the server is as before', async () => {
  const { client, cluster } = await startServer('original');
  writeFileSync(path.join(place, 'taken'), '');
  await expect(takeBaseBackup(cluster, path.join(place, 'taken'))).rejects.toThrow(/EEXIST/);
  await expectNoSlots(client);
  await takeBaseBackup(cluster, path.join(place, 'base.tar.gz'));
});

test('a server that goes away ends the backup with a failure', async () => {
  const { client, cluster } = await startServer('original');
  await client.query(`create table big as select repeat('x', 1000) as text from generate_series(1, 300000)`);
  const [failed] = await Promise.all([
    takeBaseBackup(cluster, path.join(place, 'base.tar.gz')).catch((error: unknown) => error),
    endSessionOf(cluster),
  ]);
  expect(String(failed)).toMatch(/terminat/);
});

/** Ends the session of a backup as soon as there is one. */
async function endSessionOf({ superuser }: OwnCluster): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  const end = `select pg_terminate_backend(active_pid) from pg_replication_slots where active_pid is not null`;
  await expect.poll(async () => (await client.query(end)).rowCount, { interval: 5 }).toBe(1);
  await client.end();
}

/** The slot that kept the write-ahead log goes with the session. */
async function expectNoSlots(client: pg.Client): Promise<void> {
  await expect.poll(async () => (await client.query('select from pg_replication_slots')).rowCount).toBe(0);
}
