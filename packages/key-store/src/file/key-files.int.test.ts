import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { createDurably, destroyFile } from '@onceover/service-kit/durable-file';
import { claimKeys, UnsafeKeys, WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import { beforeEach, describe, expect, test } from 'vitest';
import { openKeyFiles, parseKey } from './key-files.ts';

let base: string;

beforeEach(() => {
  base = mkdtempSync(joinPath(tmpdir(), 'onceover-key-files-'));
  return () => rmSync(base, { recursive: true, force: true });
});

const at = (...names: string[]): string => joinPath(base, ...names);
const KEY_ID = 'a'.repeat(26);

describe('a key file', () => {
  test('is never replaced: of many that create it one wins, and all have the same key', async () => {
    const files = await Promise.all(Array.from({ length: 8 }, () => openKeyFiles({ keysDir: at('keys') })));
    const keys = await Promise.all(files.map((each) => each.createKek(1)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(readFileSync(at('keys', 'kek', '1.key')).equals(keys[0] ?? Buffer.alloc(0))).toBe(true);
    expect(readdirSync(at('keys', 'kek'))).toEqual(['1.key']);
  });

  test('that is absent reads as none', async () => {
    const files = await openKeyFiles({ keysDir: at('keys') });
    expect([await files.readKek(1), await files.readRoot(), await files.readEpochKey(KEY_ID)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test.each([
    ['too short', Buffer.alloc(31, 7)],
    ['empty', Buffer.alloc(0)],
    ['all zeros', Buffer.alloc(32)],
    ['a word repeated', Buffer.from('changeme'.repeat(4))],
  ])('that is %s is refused', async (_what, content) => {
    const files = await openKeyFiles({ keysDir: at('keys') });
    writeFileSync(at('keys', 'root.key'), content);
    await expect(files.readRoot()).rejects.toThrow(UnsafeKeys);
  });
});

describe('the destruction of a key file', () => {
  test('overwrites the bytes on disk and takes the name away, also of a read-only file', async () => {
    const content = Buffer.alloc(32, 0xee);
    await createDurably(at('one.key'), content, 0o400);
    linkSync(at('one.key'), at('same bytes'));
    await destroyFile(at('one.key'));
    expect(readdirSync(base)).toEqual(['same bytes']);
    expect(statSync(at('same bytes')).size).toBe(32);
    expect(readFileSync(at('same bytes')).equals(content)).toBe(false);
  });

  test('can be interrupted before the name goes, and done again', async () => {
    await createDurably(at('one.key'), Buffer.alloc(32, 0xee), 0o600);
    const crash = () => {
      throw new Error('crash');
    };
    await expect(destroyFile(at('one.key'), crash)).rejects.toThrow('crash');
    expect(readFileSync(at('one.key')).includes(Buffer.alloc(4, 0xee))).toBe(false);
    await destroyFile(at('one.key'));
    await destroyFile(at('one.key'));
    expect(readdirSync(base)).toEqual([]);
  });
});

test('orphans are the keys nobody names and those half made; only their own database destroys them, and what else lies there stays', async () => {
  const files = await openKeyFiles({ keysDir: at('keys') });
  await files.createEpochKey(KEY_ID);
  await files.createEpochKey('b'.repeat(26));
  writeFileSync(at('keys', 'epoch', '.new-interrupted'), 'x');
  writeFileSync(at('keys', 'epoch', 'README'), 'x');
  const known = { databaseIds: new Set(['ours']), keyIds: new Set([KEY_ID]) };
  await expect(files.destroyOrphans(known)).rejects.toThrow(WrongKeysDirectory);
  await claimKeys(at('keys'), { id: 'theirs', home: null, starts: 0, former: [] });
  await expect(files.destroyOrphans(known)).rejects.toThrow(WrongKeysDirectory);
  await expect(files.destroyOrphans({ ...known, databaseIds: new Set() })).rejects.toThrow(WrongKeysDirectory);
  expect(await files.listEpochKeys()).toHaveLength(2);
  expect(await files.destroyOrphans({ ...known, databaseIds: new Set(['theirs']) })).toBe(2);
  expect(readdirSync(at('keys', 'epoch')).sort()).toEqual(['README', `${KEY_ID}.key`]);
});

describe('the keys directory', () => {
  test('is closed to others where the keys lie, also when it was there before', async () => {
    mkdirSync(at('keys', 'epoch'), { recursive: true, mode: 0o755 });
    await openKeyFiles({ keysDir: at('keys') });
    for (const name of ['kek', 'epoch']) expect(statSync(at('keys', name)).mode & 0o777).toBe(0o700);
  });

  test('must not lie in the data directory, by whatever way it is named', async () => {
    const files = (keysDir: string) => openKeyFiles({ keysDir, dataDir: at('data') });
    await (await openKeyFiles({ keysDir: at('data', 'x') })).createRoot(); // makes the directory
    symlinkSync(at('data'), at('other-name'));
    for (const keysDir of [at('data'), at('data', 'keys'), at('other-name', 'keys'), at('y', '..', 'data', 'keys')]) {
      await expect(files(keysDir)).rejects.toThrow(UnsafeKeys);
    }
    for (const keysDir of [at('data-keys'), at('keys'), at('..data')])
      await expect(files(keysDir)).resolves.toBeDefined();
  });

  test.each(['Dropbox', 'OneDrive - Company', 'Google Drive', 'Nextcloud', 'backups', 'Backup'])(
    'must not lie in %s',
    async (folder) => {
      await expect(openKeyFiles({ keysDir: at(folder, 'keys') })).rejects.toThrow(/copied elsewhere/);
    },
  );
});

describe('a key from a setting', () => {
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7));

  test.each([
    ['hexadecimal', bytes.toString('hex')],
    ['upper case', bytes.toString('hex').toUpperCase()],
    ['base64', bytes.toString('base64')],
    ['base64 without padding', bytes.toString('base64').replace('=', '')],
    ['base64url', bytes.toString('base64url')],
    ['with a line end', `${bytes.toString('hex')}\n`],
  ])('may be %s', (_form, text) => {
    expect(parseKey(text, 'A_SETTING').equals(bytes)).toBe(true);
  });

  test('is never shown when it is refused', () => {
    const text = 'a-secret-that-is-no-key';
    expect(() => parseKey(text, 'A_SETTING')).toThrow(/^A_SETTING/);
    expect(() => parseKey(text, 'A_SETTING')).not.toThrow(new RegExp(text));
  });
});
