import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { refuseOpenKeys, UnsafeKeys, WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import { lastingKeysIn } from '@onceover/service-kit/lasting-key';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import { beforeEach, expect, test } from 'vitest';
import { checkLastingKeys, refuseOtherLastingKeys } from './check-lasting-keys.ts';
import { claimKeysDirectory } from './claim-keys-directory.ts';

let keysDir: string;
let database: TestDatabase;
beforeEach(async () => {
  const stack = new AsyncDisposableStack();
  keysDir = stack.adopt(mkdtempSync(path.join(tmpdir(), 'onceover-lasting-')), (made) =>
    rmSync(made, { recursive: true }),
  );
  database = stack.use(await createTestDatabase({ template: 'empty', migrate: async () => undefined }));
  await claimKeysDirectory(database.address, { keysDir });
  return () => stack.disposeAsync();
});

const at = (name: string): string => path.join(keysDir, name);
const lastingKeys = { 'network.key': 'counts of visits', 'label.key': 'the labels', 'mail-address.key': 'the list' };
const lastingKeyFiles = Object.keys(lastingKeys);
const check = () => checkLastingKeys(database.address, lastingKeysIn(keysDir), lastingKeys);

test('a first start makes the keys, for their owner alone, and starts at once share them', async () => {
  await Promise.all(Array.from({ length: 4 }, check));
  const keys = lastingKeyFiles.map((file) => readFileSync(at(file)).toString('hex'));
  expect(new Set(keys).size).toBe(lastingKeyFiles.length);
  for (const file of lastingKeyFiles) expect(statSync(at(file)).mode & 0o777).toBe(0o400);
  await check();
  expect(lastingKeyFiles.map((file) => readFileSync(at(file)).toString('hex'))).toEqual(keys);
});

test('those that are missing or others are all named at once, with what hangs on them, and none is made', async () => {
  await check();
  rmSync(at('network.key'));
  rmSync(at('mail-address.key'));
  writeFileSync(at('mail-address.key'), Buffer.alloc(32, 5), { mode: 0o400 });
  await expect(check()).rejects.toThrow(WrongKeysDirectory);
  await expect(check()).rejects.toThrow(
    /network\.key is missing \(counts.*mail-address\.key is not the one this database was made with \(the list/,
  );
  expect(existsSync(at('network.key'))).toBe(false);
});

test('whoever only looks makes none, remembers none, and is told the same', async () => {
  const look = () => refuseOtherLastingKeys(database.address, lastingKeysIn(keysDir), lastingKeys);
  await look();
  for (const file of lastingKeyFiles) expect(existsSync(at(file))).toBe(false);
  await check();
  await look();
  rmSync(at('label.key'));
  await expect(look()).rejects.toThrow(/label\.key is missing \(the labels\)/);
  expect(existsSync(at('label.key'))).toBe(false);
});

test('the database keeps nothing that tells a key', async () => {
  await check();
  const { rows } = await database.pool().query<{ fingerprint: Buffer }>('select * from onceover.lasting_key');
  expect(rows).toHaveLength(lastingKeyFiles.length);
  const keys = lastingKeyFiles.map((file) => readFileSync(at(file)).toString('hex'));
  for (const { fingerprint } of rows) expect(keys).not.toContain(fingerprint.toString('hex'));
});

test('keys that others can read are named, and how to close them', async () => {
  await check();
  await refuseOpenKeys(keysDir);
  chmodSync(at('network.key'), 0o440);
  await expect(refuseOpenKeys(keysDir)).rejects.toThrow(UnsafeKeys);
  await expect(refuseOpenKeys(keysDir)).rejects.toThrow(`${at('network.key')}. Close them: chmod -R go= ${keysDir}`);
});
