import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UnsafeKeys, WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import { beforeEach, expect, test } from 'vitest';
import { claimKeysDirectory, readDatabaseId } from './claim-keys-directory.ts';

let place: string;
let one: TestDatabase;
let other: TestDatabase;
beforeEach(async () => {
  const stack = new AsyncDisposableStack();
  place = stack.adopt(mkdtempSync(path.join(tmpdir(), 'onceover-claim-')), (made) => rmSync(made, { recursive: true }));
  const empty = { template: 'empty', migrate: async () => undefined };
  one = stack.use(await createTestDatabase(empty));
  other = stack.use(await createTestDatabase(empty));
  return () => stack.disposeAsync();
});

const at = (...names: string[]): string => path.join(place, ...names);
const claim = (database: TestDatabase, ...names: string[]) =>
  claimKeysDirectory(database.address, { keysDir: at(...names), dataDir: at('data') });
const idOf = (database: TestDatabase) =>
  readDatabaseId(async (text) => (await database.pool().query<{ id: string }>(text)).rows);

function putKey(...names: string[]): void {
  mkdirSync(path.dirname(at(...names)), { recursive: true });
  writeFileSync(at(...names), 'a key');
}

test('a new database takes a directory without keys, and has it from then on', async () => {
  expect(await idOf(one)).toBeNull();
  await claim(one, 'keys');
  expect(readFileSync(at('keys', 'database.id'), 'utf8').trim()).toBe(await idOf(one));
  await claim(one, 'keys');
  await expect(claim(other, 'keys')).rejects.toThrow(/belongs to another database.*is new.*--keys-dir/s);
  await claim(other, 'other-keys');
  await expect(claim(one, 'other-keys')).rejects.toThrow(/Start with the one this database was made with/);
  expect(readdirSync(at('other-keys'))).toEqual(['database.id']);
});

test('a new database refuses a directory that holds keys and does not say whose, and leaves it as it is', async () => {
  putKey('keys', 'epoch', 'one.key');
  await expect(claim(one, 'keys')).rejects.toThrow(/holds keys already/);
  expect(readdirSync(at('keys'))).toEqual(['epoch']);
  await claim(one, 'empty');
});

test('a database whose directory is gone or empty does not take another, and makes none', async () => {
  await claim(one, 'keys');
  await expect(claim(one, 'not mounted')).rejects.toThrow(/are not in .*ONCEOVER_KEYS_DIR/s);
  expect(existsSync(at('not mounted'))).toBe(false);
});

test('a directory that lost its id gets it back from whoever knows that it is the right one', async () => {
  await claim(one, 'keys');
  putKey('keys', 'root.key');
  rmSync(at('keys', 'database.id'));
  const echo = `echo ${await idOf(one)} > ${at('keys', 'database.id')}`;
  await expect(claim(one, 'keys')).rejects.toThrow(echo);
  writeFileSync(at('keys', 'database.id'), `${await idOf(one)}\n`);
  await claim(one, 'keys');
});

test('a claim that was interrupted goes on with the next start', async () => {
  await claim(one, 'keys');
  await one.pool().query('update onceover.database set has_keys = false'); // after the file, before the database knew
  await claim(one, 'keys');
  await one.pool().query('update onceover.database set has_keys = false'); // before the file
  rmSync(at('keys', 'database.id'));
  await claim(one, 'keys');
  expect(readFileSync(at('keys', 'database.id'), 'utf8').trim()).toBe(await idOf(one));
});

test('of many starts at once all share one pair, and of two databases one gets the directory', async () => {
  await Promise.all(Array.from({ length: 8 }, () => claim(one, 'keys')));
  for (let round = 0; round < 5; round += 1) {
    for (const database of [one, other]) await database.pool().query('drop schema if exists onceover cascade');
    const claims = await Promise.allSettled([claim(one, `keys-${round}`), claim(other, `keys-${round}`)]);
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const each of claims) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(WrongKeysDirectory);
  }
});

test('a place that is copied with the data is refused before anything is written', async () => {
  await expect(claim(one, 'data', 'keys')).rejects.toThrow(UnsafeKeys);
  expect(existsSync(at('data'))).toBe(false);
  expect(await idOf(one)).toBeNull();
});
