import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  KeysElsewhere,
  keysDirectory,
  refuseForeignKeys,
  UnsafeKeys,
  WrongKeysDirectory,
} from '@onceover/service-kit/keys-directory';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  checkKeysDirectory,
  claimKeysDirectory,
  claimStoredKeys,
  takeOverKeysDirectory,
  takeOverStoredKeys,
} from './claim-keys-directory.ts';
import { readDatabaseIds } from './database-identity.ts';

let stack: AsyncDisposableStack;
let place: string;
let one: TestDatabase;
let other: TestDatabase;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  place = stack.adopt(mkdtempSync(path.join(tmpdir(), 'onceover-claim-')), (made) => rmSync(made, { recursive: true }));
  const empty = { template: 'empty', migrate: async () => undefined };
  one = stack.use(await createTestDatabase(empty));
  other = stack.use(await createTestDatabase(empty));
  return () => stack.disposeAsync();
});

const at = (...names: string[]): string => path.join(place, ...names);
const claim = (database: TestDatabase, ...names: string[]) =>
  claimKeysDirectory(database.address, { keysDir: at(...names), dataDir: at('data') });
const idOf = async (database: TestDatabase) => {
  const [id = null] = await readDatabaseIds(async (text) => (await database.pool().query(text)).rows);
  return id;
};

const idIn = (name: string) => readFileSync(at(name, 'database.id'), 'utf8').split('\n')[0];

function putKey(...names: string[]): void {
  mkdirSync(path.dirname(at(...names)), { recursive: true });
  writeFileSync(at(...names), 'a key');
}

test('a new database takes a directory without keys, and has it from then on', async () => {
  expect(await idOf(one)).toBeNull();
  await claim(one, 'keys');
  expect(idIn('keys')).toBe(await idOf(one));
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
  expect(idIn('keys')).toBe(await idOf(one));
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

describe('a copy of a database', () => {
  /** A copy of `one`, made while nobody works with it. */
  async function copyOfOne(): Promise<TestDatabase> {
    const source = one.address.database;
    const name = `${source}_copy`;
    const admin = new pg.Client({ ...other.address });
    await admin.connect();
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [source]);
    await admin.query(`create database ${name} template ${source}`);
    await admin.end();
    const address = { ...one.address, database: name };
    const pool = new pg.Pool(address);
    pool.on('error', () => undefined);
    stack.defer(async () => {
      await pool.end();
      await other.pool().query(`drop database ${name} with (force)`);
    });
    return { address, pool: () => pool, [Symbol.asyncDispose]: async () => undefined };
  }

  test('is refused the keys of its original, which it could destroy, until an operator says that the original is gone', async () => {
    await claim(one, 'keys');
    putKey('keys', 'epoch', 'one.key');
    const original = await idOf(one);
    const copy = await copyOfOne();
    await expect(claim(copy, 'keys')).rejects.toThrow(/in another place.*confirm-move.*confirm-loss --restored/s);
    expect(idIn('keys')).toBe(original);
    await claim(one, 'keys');

    await takeOverKeysDirectory(copy.address, { keysDir: at('keys') });
    await claim(copy, 'keys');
    expect(await idOf(copy)).not.toBe(original);
    expect(idIn('keys')).toBe(await idOf(copy));
    // The original is not gone after all: it is refused, and what lies there is not its own to destroy.
    await expect(claim(one, 'keys')).rejects.toThrow(/in another place/);
    await expect(refuseForeignKeys(at('keys'), new Set([original ?? '']))).rejects.toThrow(WrongKeysDirectory);
  });

  test('with a copy of the keys that has no epoch keys is a database of its own', async () => {
    await claim(one, 'keys');
    putKey('keys', 'epoch', 'one.key');
    putKey('keys', 'root.key');
    mkdirSync(at('copied'));
    for (const name of ['database.id', 'root.key']) copyFileSync(at('keys', name), at('copied', name));
    const copy = await copyOfOne();
    await claim(copy, 'copied');
    expect(idIn('copied')).toBe(await idOf(copy));
    expect(idIn('copied')).not.toBe(idIn('keys'));
    await claim(one, 'keys');
    await claim(copy, 'copied');
    await expect(claim(copy, 'keys')).rejects.toThrow(/in another place/);
  });

  test('that was started less often than its keys know is a backup, and is refused', async () => {
    await claim(one, 'keys');
    putKey('keys', 'epoch', 'one.key');
    const { rows } = await one.pool().query<{ starts: number }>('select starts from onceover.database');
    await claim(one, 'keys');
    await one.pool().query('update onceover.database set starts = $1', [rows[0]?.starts]);
    await expect(claim(one, 'keys')).rejects.toThrow(/in a later state.*confirm-loss --restored/s);
    await takeOverKeysDirectory(one.address, { keysDir: at('keys') });
    await claim(one, 'keys');
  });

  test('that takes over and is interrupted goes on, and a still older backup is not taken for another database', async () => {
    await claim(one, 'keys');
    putKey('keys', 'epoch', 'one.key');
    const before = readFileSync(at('keys', 'database.id'));
    const first = await idOf(one);
    await takeOverKeysDirectory(one.address, { keysDir: at('keys') });
    const after = idIn('keys');
    rmSync(at('keys', 'database.id'));
    writeFileSync(at('keys', 'database.id'), before); // after the database, before the directory
    await claim(one, 'keys');
    expect(idIn('keys')).toBe(after);
    // a backup from before comes back in its place
    await one.pool().query('update onceover.database set id = $1, former = null', [first]);
    await expect(claim(one, 'keys')).rejects.toThrow(/in a later state.*confirm-loss --restored/s);
    await takeOverKeysDirectory(one.address, { keysDir: at('keys') });
    await claim(one, 'keys');
    expect(idIn('keys')).toBe(await idOf(one));
  });
});

describe('on another host, or in a copy of the directory', () => {
  const claimOn = (host: string | null, ...names: string[]) =>
    claimKeysDirectory(one.address, { keysDir: at(...names), host });
  const copyKeys = (from: string, to: string) => cpSync(at(from), at(to), { recursive: true });

  test('keys are refused, whatever lies there, until an operator says that they were moved; then where they were', async () => {
    await claimOn('one', 'keys');
    await claimOn('one', 'keys');
    await expect(claimOn('other', 'keys')).rejects.toThrow(KeysElsewhere);
    await expect(claimOn('other', 'keys')).rejects.toThrow(
      /Only\none host may use.*confirm-move.*ONCEOVER_KEY_STORE.*KEYS_HOST/s,
    );
    putKey('keys', 'root.key');
    putKey('keys', 'epoch', 'one.key');
    copyKeys('keys', 'copied');
    await expect(claimOn('other', 'copied')).rejects.toThrow(KeysElsewhere);
    await takeOverKeysDirectory(one.address, { keysDir: at('copied'), host: 'other' });
    await claimOn('other', 'copied');
    await expect(claimOn('one', 'keys')).rejects.toThrow(KeysElsewhere);
    await claimOn('other', 'copied');
  });

  test('a copy on the same host is refused only if it holds epoch keys', async () => {
    await claimOn('one', 'keys');
    putKey('keys', 'root.key');
    copyKeys('keys', 'restored');
    putKey('keys', 'epoch', 'one.key');
    copyKeys('keys', 'copied');
    for (const host of ['one', null]) await expect(claimOn(host, 'copied')).rejects.toThrow(KeysElsewhere);
    await claimOn('one', 'restored'); // the keys were put back from where a copy of them is kept
  });

  test('a host without an id is told from others by the directory alone, and one that has got an id is the same', async () => {
    await claimOn(null, 'keys');
    putKey('keys', 'epoch', 'one.key');
    await claimOn('one', 'keys');
    await claimOn(null, 'keys');
    await claimOn('one', 'keys');
  });

  test('keys that never change may be on every host', async () => {
    const everywhere = (name: string) => claimKeysDirectory(one.address, { keysDir: at(name), part: 'shelf' });
    await everywhere('keys');
    putKey('keys', 'form.key');
    copyKeys('keys', 'copied');
    await everywhere('copied');
    await everywhere('keys');
    await everywhere('copied');
  });
});

describe('processes with keys directories of their own', () => {
  const claimPart = (part: string, name: string, database = one) =>
    claimKeysDirectory(database.address, { keysDir: at(name), part, host: 'one' });

  test('each have one, in one database or in one of their own, and none takes that of another', async () => {
    await Promise.all([
      claimPart('boxes', 'boxes'),
      claimPart('shelves', 'shelves'),
      claimPart('boxes', 'apart', other),
    ]);
    for (const [part, name] of [
      ['boxes', 'boxes'],
      ['shelves', 'shelves'],
    ] as const)
      await claimPart(part, name);
    await claimPart('boxes', 'apart', other);
    expect(idIn('boxes')).not.toBe(idIn('shelves'));
    const ids = await readDatabaseIds(async (text) => (await one.pool().query(text)).rows);
    expect([...ids].sort()).toEqual([idIn('boxes'), idIn('shelves')].sort());
    await refuseForeignKeys(at('boxes'), ids);
    await expect(refuseForeignKeys(at('apart'), ids)).rejects.toThrow(WrongKeysDirectory);
    await expect(claimPart('boxes', 'shelves')).rejects.toThrow(/belongs to another database, or to another process/);
    await expect(claimPart('boxes', 'apart')).rejects.toThrow(WrongKeysDirectory);
    await expect(claimPart('boxes', 'empty')).rejects.toThrow(/are not in/);
  });

  test('take a part of the keys that one directory had, which then fits no more', async () => {
    await claim(one, 'keys');
    putKey('keys', 'root.key');
    cpSync(at('keys'), at('boxes'), { recursive: true });
    await claimPart('boxes', 'boxes');
    await claimPart('boxes', 'boxes');
    expect(idIn('boxes')).not.toBe(idIn('keys'));
    await expect(claim(one, 'keys')).rejects.toThrow(
      /served by processes that have keys directories of their own \(boxes\)/,
    );
    await expect(claimPart('shelves', 'boxes')).rejects.toThrow(WrongKeysDirectory);
  });

  test('beside a directory that has the keys of the whole, none begins with an empty one', async () => {
    await claim(one, 'keys');
    const before = idIn('keys');
    await expect(claimPart('boxes', 'empty')).rejects.toThrow(
      /in one directory for all of it.*what boxes does not need/s,
    );
    expect(existsSync(at('empty'))).toBe(false);
    cpSync(at('keys'), at('boxes'), { recursive: true });
    await claimPart('boxes', 'boxes');
    expect(idIn('keys')).toBe(before);
  });

  test('may keep some in a store, beside the directory that has the rest', async () => {
    await claim(one, 'keys');
    const store = { ...keysDirectory(at('store')), name: 'the key store', place: async () => 'key-store 1' };
    await claimStoredKeys(one.address, { ...store, isAt: async (place) => place === 'key-store 1' });
    await claim(one, 'keys');
    const replaced = {
      ...store,
      place: async () => 'key-store 2',
      isAt: async (place: string) => place === 'key-store 2',
    };
    await expect(claimStoredKeys(one.address, replaced)).rejects.toThrow(KeysElsewhere);
    await takeOverStoredKeys(one.address, replaced);
    await claimStoredKeys(one.address, replaced);
  });

  test('work on a database from before there were parts', async () => {
    await claim(one, 'keys');
    const id = await idOf(one);
    await one.pool().query(
      `alter table onceover.database drop column part, drop column keys_at,
         add column one boolean primary key default true check (one)`,
    );
    await claim(one, 'keys');
    expect([await idOf(one), idIn('keys')]).toEqual([id, id]);
  });
});

describe('whoever only looks', () => {
  const check = (database: TestDatabase, ...names: string[]) =>
    checkKeysDirectory(database.address, { keysDir: at(...names), dataDir: at('data') });

  test('finds nothing wrong before the first start, and makes nothing', async () => {
    await check(one, 'keys');
    expect(existsSync(at('keys'))).toBe(false);
    expect(await idOf(one)).toBeNull();
  });

  test('counts no start', async () => {
    await claim(one, 'keys');
    const before = readFileSync(at('keys', 'database.id'), 'utf8');
    await check(one, 'keys');
    expect(readFileSync(at('keys', 'database.id'), 'utf8')).toBe(before);
    expect((await one.pool().query('select starts from onceover.database')).rows).toEqual([{ starts: 1 }]);
  });

  test('is told what a start is told: keys of another database, keys that are missing or unnamed, an older state', async () => {
    await claim(one, 'keys');
    await claim(other, 'others');
    await expect(check(one, 'others')).rejects.toThrow(WrongKeysDirectory);
    await expect(check(one, 'none')).rejects.toThrow('are not in');
    putKey('unnamed', 'root.key');
    await expect(check(one, 'unnamed')).rejects.toThrow('does not say which database');
    await expect(check(one, 'data', 'keys')).rejects.toThrow(UnsafeKeys);
    await one.pool().query('update onceover.database set starts = 0');
    await expect(check(one, 'keys')).rejects.toThrow(KeysElsewhere);
  });
});
