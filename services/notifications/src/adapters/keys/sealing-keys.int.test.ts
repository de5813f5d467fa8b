import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knexOn } from '@onceover/event-store';
import { claimKeysDirectory } from '@onceover/postgres-kit/claim-keys-directory';
import { WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import { sealBox } from '@onceover/service-kit/sealed-box';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrateWithOwners } from '../../test-support/owner-logs.ts';
import { deriveWrappingKeys, openWrappingKeyFiles } from './key-files.ts';
import { createSealingKeys } from './sealing-keys.ts';

let database: TestDatabase;
let pool: pg.Pool;
let keysDir: string;
beforeAll(async () => {
  database = await createTestDatabase({ template: 'notifications', migrate: migrateWithOwners });
  pool = database.pool();
});
beforeEach(async () => {
  await pool.query('delete from notifications.sealing_key; drop schema if exists onceover cascade');
  keysDir = mkdtempSync(join(tmpdir(), 'onceover-keys-'));
  await claimKeysDirectory(database.address, { keysDir });
});
afterEach(() => rmSync(keysDir, { recursive: true, force: true }));
afterAll(() => database[Symbol.asyncDispose]());

const processWith = async (directory = keysDir) =>
  createSealingKeys({ pool, knex: knexOn(pool) }, await openWrappingKeyFiles(directory));
const age = (days: number) =>
  pool.query(
    `update notifications.sealing_key set use_until = use_until - make_interval(days => $1),
       destroy_at = destroy_at - make_interval(days => $1)`,
    [days],
  );
const files = () => readdirSync(join(keysDir, 'mail'));
const seal = (publicKey: Buffer, context = 'mail-envelope:1') =>
  sealBox(publicKey, Buffer.from('tea at 5?'), Buffer.from(context));

test('what is sealed to the current key opens in every process of the directory', async () => {
  const keys = await processWith();
  const { keyId, publicKey, useUntil } = await keys.current();
  expect(useUntil.getTime() - Date.now()).toBeGreaterThan(86_000_000);
  const opened = await (await processWith()).open(keyId, seal(publicKey), 'mail-envelope:1');
  expect(opened?.toString()).toBe('tea at 5?');
  expect(await keys.open(keyId, seal(publicKey), 'mail-envelope:2')).toBeNull();
  expect(await keys.open(keyId, Buffer.alloc(200), 'mail-envelope:1')).toBeNull();
});

test('processes that start together share one key', async () => {
  const processes = await Promise.all([processWith(), processWith(), processWith()]);
  const current = await Promise.all(processes.map((keys) => keys.current()));
  expect(new Set(current.map(({ keyId }) => keyId)).size).toBe(1);
  expect(files()).toHaveLength(1);
});

test('a key is used for a day, opens for a week more, and is destroyed then', async () => {
  const keys = await processWith();
  const first = await keys.current();
  const sealed = seal(first.publicKey);
  await age(1);
  const second = await keys.current();
  expect(second.keyId).not.toBe(first.keyId);
  expect(await keys.destroyOld()).toBe(0);
  expect((await keys.open(first.keyId, sealed, 'mail-envelope:1'))?.toString()).toBe('tea at 5?');
  await age(7);
  expect(await keys.open(first.keyId, sealed, 'mail-envelope:1')).toBeNull();
  expect(await keys.destroyOld()).toBe(1);
  expect(files()).toEqual([`${second.keyId}.key`]);
});

test('the database alone opens nothing, not even from before a key was destroyed', async () => {
  const keys = await processWith();
  const { keyId, publicKey } = await keys.current();
  const elsewhere = mkdtempSync(join(tmpdir(), 'onceover-keys-'));
  const thief = await processWith(elsewhere);
  expect(await thief.open(keyId, seal(publicKey), 'mail-envelope:1')).toBeNull();
  // It makes a key of its own and leaves the other to those who can open it.
  expect((await thief.current()).keyId).not.toBe(keyId);
  expect((await keys.open(keyId, seal(publicKey), 'mail-envelope:1'))?.toString()).toBe('tea at 5?');
  rmSync(elsewhere, { recursive: true, force: true });
});

test('with a key-encryption key from the settings no key is on disk', async () => {
  const kek = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
  const keys = createSealingKeys({ pool, knex: knexOn(pool) }, deriveWrappingKeys(kek));
  const { keyId, publicKey } = await keys.current();
  const other = createSealingKeys(
    { pool, knex: knexOn(pool) },
    deriveWrappingKeys(Buffer.from(kek, 'hex').toString('base64')),
  );
  expect((await other.open(keyId, seal(publicKey), 'mail-envelope:1'))?.toString()).toBe('tea at 5?');
  expect(readdirSync(keysDir)).toEqual(['database.id']);
  expect(() => deriveWrappingKeys('short')).toThrow('ONCEOVER_KEK');
});

test('the keys of another database are not destroyed', async () => {
  await (await processWith()).current();
  const before = files();
  await pool.query('delete from notifications.sealing_key; update onceover.database set id = gen_random_uuid()');
  await expect((await processWith()).destroyOld()).rejects.toThrow(WrongKeysDirectory);
  expect(files()).toEqual(before);
});

test('no transaction is open while files are destroyed, and nobody makes a key meanwhile', async () => {
  const wraps = await openWrappingKeyFiles(keysDir);
  const seen: unknown[] = [];
  const watching = {
    ...wraps,
    async keepOnly() {
      const { rows } = await pool.query(
        `select a.query from pg_stat_activity a
         where a.datname = current_database() and a.xact_start is not null and a.pid <> pg_backend_pid()`,
      );
      const { rows: free } = await pool.query(
        `select pg_try_advisory_xact_lock(hashtextextended('notifications:sealing-keys', 0)) as is_free`,
      );
      seen.push(...rows, ...free);
    },
  };
  await createSealingKeys({ pool, knex: knexOn(pool) }, watching).destroyOld();
  expect(seen).toEqual([{ is_free: false }]);
});
