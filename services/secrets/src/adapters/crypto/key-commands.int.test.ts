import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { UnsafeKeys } from '@onceover/service-kit/keys-directory';
import { beforeEach, describe, expect, test } from 'vitest';
import { confirmKeyLoss, readKeysStatus, replaceKek } from './key-commands.ts';
import { type CryptoDatabase, startCryptoDatabase } from './testing/crypto-database.ts';
import type { SealedFixture } from './testing/sealed-secret.ts';
import { openStored, storeSecret } from './testing/stored-secret.ts';

let base: CryptoDatabase;
let secret: SealedFixture;

/** A service that ran, was stopped, and left a secret that waits. */
beforeEach(async () => {
  base = await startCryptoDatabase();
  await using crypto = await base.open();
  secret = await storeSecret(base.owner, crypto);
  return () => base[Symbol.asyncDispose]();
});

const inKeys = (...names: string[]): string => joinPath(base.keysDir, ...names);
const lose = (how = { isRestored: false }) => confirmKeyLoss(base.options(), how);

async function secretsThatWait(): Promise<number> {
  const { rows } = await base.owner.query<{ n: number }>(
    'select count(*)::int as n from secrets.secret where expires > clock_timestamp()',
  );
  return rows[0]?.n ?? -1;
}

async function expectWorking(): Promise<void> {
  const crypto = await base.open();
  expect(crypto.keyRing.sealedReason()).toBeNull();
  expect(await openStored(base.owner, crypto, await storeSecret(base.owner, crypto))).toBe('still here');
}

describe('a confirmed loss', () => {
  test('of nothing changes nothing', async () => {
    expect(await lose()).toEqual({ epochs: [], keks: [], isRootLost: false, secrets: 0 });
    expect(await base.epochs()).toEqual(['1:current']);
    expect(await openStored(base.owner, await base.open(), secret)).toBe('still here');
  });

  test('of the key-encryption key goes on with a new one', async () => {
    rmSync(inKeys('kek', '1.key'));
    expect(await lose()).toEqual({ epochs: [1], keks: [1], isRootLost: false, secrets: 1 });
    expect([await base.keks(), await base.epochs()]).toEqual([
      ['1:lost', '2:accepted'],
      ['1:lost', '2:current'],
    ]);
    expect(await secretsThatWait()).toBe(0);
    await expectWorking();
  });

  test('of the key-encryption key goes on with a newer one that lies there, as after the restore of an old backup', async () => {
    rmSync(inKeys('kek', '1.key'));
    writeFileSync(inKeys('kek', '7.key'), randomBytes(32), { mode: 0o400 });
    await lose();
    expect([await base.keks(), base.kekFiles()]).toEqual([['1:lost', '7:accepted'], ['7.key']]);
    await expectWorking();
  });

  test('of the root ends secrets with a passphrase and no others', async () => {
    {
      await using crypto = await base.open();
      const locked = await storeSecret(base.owner, crypto);
      await base.owner.query('update secrets.secret set flags = 1 where lookup = $1', [locked.binding.lookup]);
    }
    rmSync(inKeys('root.key'));
    expect(await lose()).toEqual({ epochs: [], keks: [], isRootLost: true, secrets: 1 });
    expect(await openStored(base.owner, await base.open(), secret)).toBe('still here');
    await expectWorking();
  });

  test('does not overwrite a root that is another, and says what to do', async () => {
    rmSync(inKeys('root.key'));
    writeFileSync(inKeys('root.key'), randomBytes(32), { mode: 0o400 });
    await expect(lose()).rejects.toThrow(UnsafeKeys);
    await expect(lose()).rejects.toThrow(/Put the right one back/);
    expect(await base.epochs()).toEqual(['1:current']);
  });

  test('after a restore gives up all that waited, also under a key that is still there, and destroys that key', async () => {
    const before = base.epochFiles();
    expect(await lose({ isRestored: true })).toEqual({ epochs: [1], keks: [], isRootLost: false, secrets: 1 });
    expect(base.epochFiles()).toHaveLength(1);
    expect(base.epochFiles()).not.toEqual(before);
    expect(await secretsThatWait()).toBe(0);
    await expectWorking();
  });
});

describe('the status', () => {
  test('names what is there, what is missing, and how much waits under it', async () => {
    const epoch = { e: 1, state: 'current', ageMinutes: 0, secrets: 1 };
    const fine = { keks: [{ version: 1, isThere: true }], unknownEpochKeys: 0, unreachable: 0, sealed: null };
    expect(await readKeysStatus(base.options())).toEqual({ ...fine, epochs: [{ ...epoch, isThere: true }] });
    const [file = ''] = base.epochFiles();
    renameSync(inKeys('epoch', file), inKeys('epoch', `${'z'.repeat(26)}.key`));
    expect(await readKeysStatus(base.options())).toEqual({
      ...fine,
      sealed: 'the key of the current epoch (1) is missing',
      epochs: [{ ...epoch, isThere: false }],
      unknownEpochKeys: 1,
    });
  });
});

describe('replacing the key-encryption key', () => {
  test('moves what waits to the next version at once and destroys the old one', async () => {
    expect(await replaceKek(base.options())).toBe(2);
    expect(readdirSync(inKeys('kek'))).toEqual(['2.key']);
    expect(await base.keks()).toEqual(['1:destroyed', '2:accepted']);
    expect(await openStored(base.owner, await base.open(), secret)).toBe('still here');
  });

  test('works beside a running service, which goes on', async () => {
    const running = await base.open();
    await replaceKek(base.options());
    expect(await openStored(base.owner, running, secret)).toBe('still here');
  });

  test('does not happen where it comes from ONCEOVER_KEK, which says what to do', async () => {
    const kek = randomBytes(32).toString('hex');
    await expect(replaceKek(base.options({ kek }))).rejects.toThrow(
      /ONCEOVER_KEK and cannot be replaced.*new installation/s,
    );
    expect(await base.keks()).toEqual(['1:accepted']);
  });
});
