import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestAccounts } from '../../test-support/test-accounts.ts';
import { checkKeys } from '../postgres/key-check.ts';
import { accountKeysFrom, openAccountKeys } from './account-keys.ts';
import { createSubjectCipher } from './subject-cipher.ts';

const fresh = { isBegun: false };
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'onceover-keys-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('the keys of accounts', () => {
  test('are created once, by the first process, readable by their owner only', async () => {
    const all = await Promise.all([1, 2, 3].map(() => openAccountKeys(directory, undefined, fresh)));
    expect(new Set(all.map((keys) => keys.fingerprint.toString('hex'))).size).toBe(1);
    expect((await stat(join(directory, 'accounts.key'))).mode & 0o777).toBe(0o400);
  });

  test('come from the key-encryption key if there is one, however it is written', async () => {
    const kek = Buffer.alloc(32, 7);
    const hex = await openAccountKeys(directory, kek.toString('hex'), fresh);
    const base64 = await openAccountKeys(directory, ` ${kek.toString('base64')}\n`, fresh);
    expect(hex.fingerprint.equals(base64.fingerprint)).toBe(true);
    await expect(stat(join(directory, 'accounts.key'))).rejects.toThrow();
  });

  test('are all different', () => {
    const { wrapping, requests, pepper, fingerprint } = accountKeysFrom(Buffer.alloc(32, 1));
    expect(new Set([wrapping, requests, pepper, fingerprint].map((key) => key.toString('hex'))).size).toBe(4);
  });

  test('that are damaged are not replaced', async () => {
    await writeFile(join(directory, 'accounts.key'), 'short');
    await expect(openAccountKeys(directory, undefined, fresh)).rejects.toThrow('damaged');
  });

  test('that are missing are not created anew for a database that was created with them', async () => {
    await expect(openAccountKeys(directory, undefined, { isBegun: true })).rejects.toThrow('ONCEOVER_KEYS_DIR');
    await expect(stat(join(directory, 'accounts.key'))).rejects.toThrow();
  });

  test('of another database are refused', async () => {
    await using accounts = await startTestAccounts();
    const others = accountKeysFrom(Buffer.alloc(32, 9));
    await expect(checkKeys(accounts.parts.pool, others.fingerprint)).rejects.toThrow('not those this database');
    await checkKeys(accounts.parts.pool, accounts.parts.keys.fingerprint);
  });
});

describe('sealed personal data', () => {
  const cipher = createSubjectCipher(accountKeysFrom(Buffer.alloc(32, 1)));
  test('opens for its account and key alone', () => {
    const sealed = cipher.sealSubject('a', 'nina@example.com');
    const other = cipher.sealSubject('b', 'otto@example.com');
    expect(cipher.openEmail('a', sealed)).toBe('nina@example.com');
    expect(() => cipher.openEmail('b', sealed)).toThrow();
    expect(() => cipher.openEmail('b', { ...sealed, wrappedKey: other.wrappedKey })).toThrow();
    const text = cipher.sealText('a', sealed.wrappedKey, 'once.acme.example');
    expect(cipher.openText('a', sealed.wrappedKey, text)).toBe('once.acme.example');
    expect(cipher.openText('b', other.wrappedKey, text)).toBeNull();
  });
});
