import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { randomBytes } from '@onceover/service-kit/crypto';
import { eventually } from '@onceover/testing/eventually';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CryptoDatabase, startCryptoDatabase } from '../testing/crypto-database.ts';
import { openStored, shardOf, storeSecret } from '../testing/stored-secret.ts';
import type { EpochFailpoint } from './epoch-steps.ts';

let base: CryptoDatabase;

beforeEach(async () => {
  base = await startCryptoDatabase();
  return () => base[Symbol.asyncDispose]();
});

const kekPath = (version: number): string => joinPath(base.keysDir, 'kek', `${version}.key`);
/** What an operator does. */
const putKek = (version: number, key: Uint8Array = randomBytes(32)): void => writeFileSync(kekPath(version), key);
const versionsOfEpochs = async (): Promise<string[]> => {
  const { rows } = await base.owner.query<{ v: string }>(`select e || ':' || v as v from secrets.epoch order by e`);
  return rows.map((row) => row.v);
};

describe('a new key-encryption key', () => {
  test('is used from the next epoch on; what is pending moves to it, and the old key is destroyed', async () => {
    const [crypto, neighbour] = [await base.open(), await base.open()];
    const secrets = await Promise.all(Array.from({ length: 5 }, () => storeSecret(base.owner, crypto)));
    putKek(2);
    await crypto.keyRing.reload();
    expect(await base.keks()).toEqual(['1:accepted']);
    expect(await crypto.rotation.rotateNow()).toBe('rotated');
    expect(await base.keks()).toEqual(['1:destroyed', '2:accepted']);
    expect(await versionsOfEpochs()).toEqual(['1:1', '2:2']);
    expect(base.kekFiles()).toEqual(['2.key']);
    expect((statSync(kekPath(2)).mode & 0o777).toString(8)).toBe('400');
    for (const process of [crypto, neighbour, await base.open()]) {
      expect(process.keyRing.sealedReason()).toBeNull();
      for (const secret of secrets) expect(await openStored(base.owner, process, secret)).toBe('still here');
      expect(await openStored(base.owner, crypto, await storeSecret(base.owner, process))).toBe('still here');
    }
    expect(base.logged.map((line) => `${line.level}: ${line.message}`)).toEqual([
      'info: a new key-encryption key is in use',
      'info: an epoch key was destroyed',
      'info: an old key-encryption key was destroyed',
    ]);
  });

  test('leaves nothing of the old one: its bytes are overwritten before the file goes', async () => {
    const crypto = await base.open();
    const otherName = joinPath(base.keysDir, 'same-bytes-on-disk');
    linkSync(kekPath(1), otherName);
    const old = readFileSync(otherName);
    putKek(2);
    await crypto.rotation.rotateNow();
    expect(readFileSync(otherName)).toHaveLength(32);
    expect(readFileSync(otherName).equals(old)).toBe(false);
  });

  test('may skip versions, and is replaced like the first one', async () => {
    const crypto = await base.open();
    putKek(10);
    await crypto.rotation.rotateNow();
    expect(await base.keks()).toEqual(['1:destroyed', '10:accepted']);
    putKek(11);
    await crypto.rotation.rotateNow();
    expect(await base.keks()).toEqual(['1:destroyed', '10:destroyed', '11:accepted']);
    expect(await versionsOfEpochs()).toEqual(['1:1', '2:10', '3:11']);
  });

  test('waits with the end of the old one until nothing is sealed with it any more', async () => {
    const crypto = await base.open();
    const [claimed, live] = [await storeSecret(base.owner, crypto), await storeSecret(base.owner, crypto)];
    putKek(2);
    const claim = await base.owner.connect();
    try {
      await claim.query('begin');
      await claim.query('update secrets.secret set wshard = null where lookup = $1', [claimed.binding.lookup]);
      const rotation = crypto.rotation.rotateNow();
      await eventually(async () => expect((await shardOf(base.owner, live))?.e).toBe(2));
      expect(await base.keks()).toEqual(['1:accepted', '2:accepted']);
      expect(base.kekFiles()).toEqual(['1.key', '2.key']);
      await claim.query('rollback'); // the claim failed: the secret lives on
      expect(await rotation).toBe('rotated');
    } finally {
      claim.release(true);
    }
    expect(await base.keks()).toEqual(['1:destroyed', '2:accepted']);
    expect(await openStored(base.owner, crypto, claimed)).toBe('still here');
  });

  test('leaves the old one alone while an epoch that cannot be moved still names it', async () => {
    const before = await base.open();
    const secret = await storeSecret(base.owner, before);
    await before[Symbol.asyncDispose]();
    const erasable = joinPath(base.keysDir, 'epoch', base.epochFiles()[0] ?? '');
    renameSync(erasable, `${erasable}.aside`);
    await base.owner.query(`update secrets.epoch set state = 'retiring'`);
    putKek(2);
    const crypto = await base.open();
    expect(await crypto.rotation.rotateNow()).toBe('rotated');
    expect(await base.keks()).toEqual(['1:accepted', '2:accepted']);
    expect(base.kekFiles()).toEqual(['1.key', '2.key']);
    renameSync(`${erasable}.aside`, erasable);
    expect(await crypto.rotation.rotateNow()).toBe('rotated');
    expect(await base.keks()).toEqual(['1:destroyed', '2:accepted']);
    expect(await openStored(base.owner, crypto, secret)).toBe('still here');
  });

  test('seals nobody who looks while it comes into use', async () => {
    const [rotator, other] = [await base.open(), await base.open()];
    const reasons = new Set<string | null>();
    for (let version = 2; version < 8; version += 1) {
      putKek(version);
      let isDone = false;
      const rotation = rotator.rotation.rotateNow().finally(() => {
        isDone = true;
      });
      while (!isDone) {
        await other.keyRing.reload();
        reasons.add(other.keyRing.sealedReason());
      }
      expect(await rotation).toBe('rotated');
    }
    expect([...reasons]).toEqual([null]);
  });

  test.each([
    ['too short', randomBytes(31)],
    ['a word repeated', Buffer.from('changeme'.repeat(4))],
    ['the key in use', null],
  ])('that is %s is reported, and epochs go on with the old one until a good one is there', async (_what, key) => {
    const crypto = await base.open();
    const secret = await storeSecret(base.owner, crypto);
    putKek(2, key ?? readFileSync(kekPath(1)));
    expect(await crypto.rotation.rotateNow()).toBe('rotated');
    expect(await base.keks()).toEqual(['1:accepted']);
    expect(await versionsOfEpochs()).toEqual(['1:1', '2:1']);
    expect(base.logged[0]).toMatchObject({ level: 'error', message: 'a new key-encryption key cannot be used' });
    rmSync(kekPath(2));
    putKek(2);
    await crypto.rotation.rotateNow();
    expect(await base.keks()).toEqual(['1:destroyed', '2:accepted']);
    expect(await openStored(base.owner, crypto, secret)).toBe('still here');
  });

  test('is not looked for where the key comes from the settings', async () => {
    const crypto = await base.open({ kek: randomBytes(32).toString('hex') });
    const secret = await storeSecret(base.owner, crypto);
    putKek(2);
    expect(await crypto.rotation.rotateNow()).toBe('rotated');
    expect(await base.keks()).toEqual(['1:accepted']);
    expect(base.kekFiles()).toEqual(['2.key']);
    expect(await openStored(base.owner, crypto, secret)).toBe('still here');
  });
});

class Crash extends Error {}

describe.each<EpochFailpoint>(['E1', 'Q1', 'E2', 'E3', 'E4', 'E5', 'Q4'])(
  'after a crash at %s with a new key-encryption key',
  (point) => {
    test('everything that lives opens, and the next rotator ends the old key', async () => {
      let isArmed = false;
      const crashing = await base.open({
        failpoint: (name) => {
          if (isArmed && name === point) throw new Crash(point);
        },
      });
      const live = await Promise.all(Array.from({ length: 5 }, () => storeSecret(base.owner, crashing)));
      putKek(2);
      isArmed = true;
      await expect(crashing.rotation.rotateNow()).rejects.toThrow(Crash);
      for (const secret of live) expect(await openStored(base.owner, crashing, secret)).toBe('still here');
      await crashing[Symbol.asyncDispose]();

      const next = await base.open();
      expect(next.keyRing.sealedReason()).toBeNull();
      for (const secret of live) expect(await openStored(base.owner, next, secret)).toBe('still here');
      await next.rotation.rotateNow();
      expect(await base.keks()).toEqual(['1:destroyed', '2:accepted']);
      expect(base.kekFiles()).toEqual(['2.key']);
      expect(base.epochFiles()).toHaveLength(1);
      for (const secret of live) expect(await openStored(base.owner, next, secret)).toBe('still here');
    });
  },
);
