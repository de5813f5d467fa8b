import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { OutageError } from '@onceover/service-kit/errors';
import { UnsafeKeys, WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import { beforeEach, describe, expect, test } from 'vitest';
import { KeyGone } from '../../../use-cases/secret/with-loaded-keys.ts';
import type { SecretsCrypto } from '../create-crypto.ts';
import { confirmKeyLoss } from '../key-commands.ts';
import { type CryptoDatabase, startCryptoDatabase } from '../testing/crypto-database.ts';
import { sealFixture } from '../testing/sealed-secret.ts';
import { openStored, storeSecret } from '../testing/stored-secret.ts';
import { KeysMissing } from './key-bootstrap.ts';

let base: CryptoDatabase;

beforeEach(async () => {
  base = await startCryptoDatabase();
  return () => base[Symbol.asyncDispose]();
});

const inKeys = (...names: string[]): string => joinPath(base.keysDir, ...names);
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** Opens once, stops, and lets the test change the keys as they lie on disk. */
async function afterAFirstRun(): Promise<void> {
  await using first = await base.open();
  expect(first.keyRing.sealedReason()).toBeNull();
}

function expectSealed(crypto: SecretsCrypto, reason: RegExp): void {
  expect(crypto.keyRing.sealedReason()).toMatch(reason);
  expect(() => crypto.keyRing.current()).toThrow(OutageError);
  expect(() => sealFixture(crypto.cipher)).toThrow(OutageError);
}

describe('the first start', () => {
  test('makes keys that only their owner can read', async () => {
    const crypto = await base.open();
    expect(crypto.keyRing.current()).toEqual({ epoch: 1 });
    expect([modeOf(inKeys('kek', '1.key')), modeOf(inKeys('root.key'))]).toEqual(['400', '400']);
    expect(modeOf(inKeys('epoch', base.epochFiles()[0] ?? ''))).toBe('600');
    expect([modeOf(base.keysDir), modeOf(inKeys('epoch'))]).toEqual(['700', '700']);
    const keys = ['kek/1.key', 'root.key', `epoch/${base.epochFiles()[0]}`].map((name) => readFileSync(inKeys(name)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3);
  });

  test('of several processes at once ends with one set of keys, and each opens what the others seal', async () => {
    const crypts = await Promise.all(Array.from({ length: 5 }, () => base.open()));
    for (const maker of crypts) {
      const secret = await storeSecret(base.owner, maker);
      for (const reader of crypts) expect(await openStored(base.owner, reader, secret)).toBe('still here');
    }
    expect(readdirSync(inKeys('kek'))).toEqual(['1.key']);
    expect(base.epochFiles()).toHaveLength(1);
    expect(await base.epochs()).toEqual(['1:current']);
  });

  test('goes on with the keys that a start left which never reached the database', async () => {
    await afterAFirstRun();
    const key = readFileSync(inKeys('kek', '1.key'));
    await base.owner.query('delete from secrets.keycheck');
    const crypto = await base.open();
    expect(crypto.keyRing.sealedReason()).toBeNull();
    expect(readFileSync(inKeys('kek', '1.key')).equals(key)).toBe(true);
  });

  test('refuses a keys directory inside the data directory, and one that is copied elsewhere', async () => {
    const dataDir = mkdtempSync(joinPath(tmpdir(), 'onceover-data-'));
    try {
      await expect(base.open({ dataDir, keysDir: joinPath(dataDir, 'deep', 'keys') })).rejects.toThrow(UnsafeKeys);
      await expect(base.open({ dataDir, keysDir: dataDir })).rejects.toThrow(/inside the data directory/);
      await expect(base.open({ keysDir: joinPath(dataDir, 'Dropbox', 'keys') })).rejects.toThrow(/copied elsewhere/);
      mkdirSync(`${dataDir}-keys`);
      copyFileSync(inKeys('database.id'), joinPath(`${dataDir}-keys`, 'database.id'));
      await expect(base.open({ dataDir, keysDir: `${dataDir}-keys` })).resolves.toBeDefined();
      expect(readdirSync(dataDir)).toEqual([]);
    } finally {
      rmSync(dataDir, { recursive: true });
      rmSync(`${dataDir}-keys`, { recursive: true, force: true });
    }
  });
});

describe('a later start', () => {
  test('finds its keys, and opens what was sealed before', async () => {
    const before = await base.open();
    const secret = await storeSecret(base.owner, before);
    await before[Symbol.asyncDispose]();
    expect(await openStored(base.owner, await base.open(), secret)).toBe('still here');
  });

  test.each([
    [
      'the whole directory',
      () => rmSync(base.keysDir, { recursive: true }),
      /version 1 of the key-encryption key.*root.key/,
    ],
    ['the key-encryption key', () => rmSync(inKeys('kek', '1.key')), /version 1 of the key-encryption key/],
    ['the root of the pepper', () => rmSync(inKeys('root.key')), /root\.key/],
  ])('without %s does not happen, and makes no other keys in their place', async (_what, lose, message) => {
    await afterAFirstRun();
    lose();
    const start = base.open();
    await expect(start).rejects.toThrow(KeysMissing);
    await expect(start).rejects.toThrow(message);
    await expect(start).rejects.toThrow(/ONCEOVER_KEYS_DIR/);
    expect(readdirSync(inKeys('kek')).length + Number(readdirSync(base.keysDir).includes('root.key'))).toBeLessThan(2);
  });

  test('with another key-encryption key is sealed, and says which key it lacks', async () => {
    await afterAFirstRun();
    replaceKey('kek', '1.key');
    expectSealed(
      await base.open(),
      /^the keys directory does not hold the key-encryption key this database uses \(version 1\)$/,
    );
  });

  test('with another root of the pepper is sealed, so that no passphrase is called wrong', async () => {
    await afterAFirstRun();
    replaceKey('root.key');
    const crypto = await base.open();
    expectSealed(crypto, /root\.key is not the one/);
    const derive = crypto.kdf.withPlace((place) => place('plum', '0123456789abcdefghijklmnopqrstu'));
    await expect(derive).rejects.toThrow(OutageError);
  });

  test('with a key file that cannot be one is refused', async () => {
    await afterAFirstRun();
    rmSync(inKeys('kek', '1.key'));
    writeFileSync(inKeys('kek', '1.key'), 'changeme');
    await expect(base.open()).rejects.toThrow(UnsafeKeys);
  });

  test('without the right key-encryption key rotates nothing, until the key is back', async () => {
    const before = await base.open();
    const secret = await storeSecret(base.owner, before);
    await before[Symbol.asyncDispose]();
    const kek = readFileSync(inKeys('kek', '1.key'));
    replaceKey('kek', '1.key');
    await base.age(60);
    const crypto = await base.open();
    expect(await crypto.rotation.rotateNow()).toBe('idle');
    expect(await base.epochs()).toEqual(['1:current']);
    expect(base.epochFiles()).toHaveLength(1);
    rmSync(inKeys('kek', '1.key'));
    writeFileSync(inKeys('kek', '1.key'), kek);
    await crypto.keyRing.reload();
    expect(await crypto.rotation.rotateIfDue()).toBe('rotated');
    expect(await openStored(base.owner, crypto, secret)).toBe('still here');
  });

  test('goes on rotating while only the root of the pepper is wrong', async () => {
    await afterAFirstRun();
    replaceKey('root.key');
    const crypto = await base.open();
    expect(await crypto.rotation.rotateNow()).toBe('rotated');
    expect(await base.epochs()).toEqual(['1:destroyed', '2:current']);
    expectSealed(crypto, /root\.key/);
  });
});

describe('a key-encryption key from the settings', () => {
  const given = '6f1d8a3bc05e94f7261a8de9b3c4705512fa68c7d9e0b13446775a8f2c3d1e09';

  test('takes the place of the file, as hexadecimal or base64', async () => {
    const crypto = await base.open({ kek: given });
    const secret = await storeSecret(base.owner, crypto);
    expect(readdirSync(inKeys('kek'))).toEqual([]);
    const again = await base.open({ kek: Buffer.from(given, 'hex').toString('base64') });
    expect(await openStored(base.owner, again, secret)).toBe('still here');
  });

  test('that is another than before seals', async () => {
    await (await base.open({ kek: given }))[Symbol.asyncDispose]();
    expectSealed(await base.open({ kek: given.replace('6f', '7f') }), /ONCEOVER_KEK does not hold/);
  });

  test.each(['', 'changeme', '00'.repeat(32), 'ab'.repeat(32), given.slice(2)])(
    'that is too short or looks like a default is refused: %j',
    async (kek) => {
      await expect(base.open({ kek })).rejects.toThrow(UnsafeKeys);
    },
  );
});

describe('a lost epoch key', () => {
  test('seals while it is the current one, until it is back', async () => {
    await afterAFirstRun();
    const file = inKeys('epoch', base.epochFiles()[0] ?? '');
    renameSync(file, inKeys('aside'));
    const crypto = await base.open();
    expectSealed(crypto, /the key of the current epoch \(1\) is missing/);
    expect(await crypto.rotation.rotateNow()).toBe('idle');
    renameSync(inKeys('aside'), file);
    await crypto.keyRing.reload();
    expect(crypto.keyRing.sealedReason()).toBeNull();
  });

  test('that an operator gives up begins a new epoch; what it protected is gone and everything else works', async () => {
    const before = await base.open();
    const lost = await storeSecret(base.owner, before);
    await before[Symbol.asyncDispose]();
    rmSync(inKeys('epoch', base.epochFiles()[0] ?? ''));
    const crypto = await base.open();
    expect(await confirmKeyLoss(base.options(), { isRestored: false })).toMatchObject({ epochs: [1], secrets: 1 });
    await crypto.keyRing.reload();
    expect(await base.epochs()).toEqual(['1:lost', '2:current']);
    expect(await openStored(base.owner, crypto, await storeSecret(base.owner, crypto))).toBe('still here');
    await expect(openStored(base.owner, crypto, lost)).rejects.toThrow(KeyGone);
    const again = await confirmKeyLoss(base.options(), { isRestored: false });
    expect(again).toEqual({ epochs: [], keks: [], isRootLost: false, secrets: 0 });
  });

  test('that is damaged counts as missing, not as wrong', async () => {
    await afterAFirstRun();
    replaceKey('epoch', base.epochFiles()[0] ?? '');
    expectSealed(await base.open(), /the key of the current epoch \(1\) is missing/);
  });
});

test('after its end nothing of the keys is left to use', async () => {
  const crypto = await base.open();
  const { keys, sealed, binding } = sealFixture(crypto.cipher);
  await crypto[Symbol.asyncDispose]();
  const open = () => crypto.cipher.open({ secretKey: keys.secretKey, stored: sealed, passphraseKey: null, binding });
  expect(open).toThrow(KeyGone);
  await crypto.keyRing.reload();
  expectSealed(crypto, /stopping/);
});

function replaceKey(...names: string[]): void {
  rmSync(inKeys(...names));
  writeFileSync(inKeys(...names), Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37 + 11) & 0xff)));
}

test('the epoch keys of another database are not destroyed, and none is made beside them', async () => {
  await using theirs = await startCryptoDatabase();
  await using first = await base.open();
  const secret = await storeSecret(base.owner, first);
  const before = base.epochFiles();
  await expect(theirs.open({ keysDir: base.keysDir })).rejects.toThrow(WrongKeysDirectory);
  expect(base.epochFiles()).toEqual(before);
  expect(await theirs.epochs()).toEqual([]);
  expect(await openStored(base.owner, await base.open(), secret)).toBe('still here');
});
