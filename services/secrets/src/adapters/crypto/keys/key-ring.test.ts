import { type CheckedKey, type EpochName, type KeyStore, KeyStoreAway } from '@onceover/key-store';
import { deriveEpochKey, derivingFrom, opensKeyCheck, sealKeyCheck } from '@onceover/key-store/derivation';
import { OutageError } from '@onceover/service-kit/errors';
import { describe, expect, test } from 'vitest';
import { countingBytes } from '../testing/fixed-keys.ts';
import { sealCanary } from './epoch-canary.ts';
import { LoadedKeyRing } from './key-ring.ts';
import type { Queryable } from './key-session.ts';
import type { EpochRow, KeyCheckRow } from './key-tables.ts';

const ROOT = Buffer.alloc(32, 9);
const kekOf = (version: number): Buffer => Buffer.alloc(32, version);
const erkOf = (epoch: number): Buffer => Buffer.alloc(32, 0x40 + epoch);

const check = async (v: number): Promise<KeyCheckRow> => ({
  v,
  kekBox: await sealKeyCheck('kek', derivingFrom(kekOf(v)), v),
  rootBox: await sealKeyCheck('root', derivingFrom(ROOT), v),
});

function epoch(e: number, v: number, state: EpochRow['state']): EpochRow {
  const keyId = String(e).repeat(26);
  const canary = sealCanary({ e, keyId }, deriveEpochKey(e, erkOf(e), kekOf(v)), countingBytes());
  return { e, v, keyId, state, canary, ageSeconds: 0 };
}

interface Tables {
  readonly epochs: readonly EpochRow[];
  readonly checks: readonly KeyCheckRow[];
}

/** A ring on tables that change with every read, as when somebody else rotates meanwhile; the last ones stay. */
function ringOn(states: readonly Tables[], changed: Partial<KeyStore> = {}): LoadedKeyRing {
  let reads = 0;
  const db: Queryable = {
    async query<Row>(sql: string) {
      const now = states[Math.min(reads++, states.length - 1)];
      return (sql.includes('secrets.epoch') ? now?.epochs : now?.checks) as readonly Row[];
    },
  };
  const store = {
    kekPlace: 'a test',
    check: async () => undefined,
    opensCheck: (key: CheckedKey, v: number, box: Buffer) =>
      opensKeyCheck(key.kind, derivingFrom(key.kind === 'root' ? ROOT : kekOf(key.version)), v, box),
    pepper: async () => Buffer.from(ROOT),
    epochKey: async ({ e, keyId, v }: EpochName) => deriveEpochKey(e, erkOf(Number(keyId[0])), kekOf(v)),
    ...changed,
  } as Partial<KeyStore> as KeyStore;
  return new LoadedKeyRing(db, store);
}

const before: Tables = { epochs: [epoch(1, 1, 'current')], checks: [await check(1)] };
const after: Tables = {
  epochs: [epoch(1, 1, 'retiring'), epoch(2, 2, 'current')],
  checks: [await check(2), await check(1)],
};

test('an epoch made with a new key-encryption key while the ring loads seals nobody', async () => {
  const ring = ringOn([before, after]);
  await ring.reload();
  expect(ring.sealedReason()).toBeNull();
  expect(ring.current()).toEqual({ epoch: 1 });
  await ring.reload();
  expect(ring.current()).toEqual({ epoch: 2 });
  expect(ring.missingEpochs()).toEqual([]);
});

test('what the tables name no more is overwritten', async () => {
  const ring = ringOn([before, before, after, after, { epochs: [epoch(2, 2, 'current')], checks: [await check(2)] }]);
  await ring.reload();
  const key = ring.epochKey(1);
  expect(key.equals(Buffer.alloc(32))).toBe(false);
  await ring.reload();
  expect(key.equals(Buffer.alloc(32))).toBe(false);
  await ring.reload();
  expect(key.equals(Buffer.alloc(32))).toBe(true);
  expect(() => ring.epochKey(1)).toThrow('the key of epoch 1 is not loaded');
});

test('without one version of the key-encryption key only its epochs are missing', async () => {
  const ring = ringOn([{ ...after, checks: [await check(2)] }]);
  await ring.reload();
  expect(ring.sealedReason()).toBeNull();
  expect(ring.missingEpochs()).toEqual([1]);
});

describe('whoever seals while a load finds that their epoch is over', () => {
  const over: Tables = { epochs: [epoch(2, 1, 'retiring'), epoch(3, 1, 'current')], checks: before.checks };

  /** A ring in the middle of its second load: the store was asked whether it is there, and has not answered. */
  async function ringInTheMiddle(answers: Promise<void>): Promise<{ ring: LoadedKeyRing; reloading: Promise<void> }> {
    const asked = Promise.withResolvers<void>();
    let checks = 0;
    const checkStore = async () => {
      checks += 1;
      if (checks === 1) return;
      asked.resolve();
      await answers;
    };
    const ring = ringOn([before, before, over], { check: checkStore });
    await ring.reload();
    const reloading = ring.reload();
    await asked.promise;
    return { ring, reloading };
  }

  test('goes on with the key it has until the next one is there', async () => {
    const answer = Promise.withResolvers<void>();
    const { ring, reloading } = await ringInTheMiddle(answer.promise);
    const key = ring.epochKey(ring.current().epoch);
    answer.resolve();
    await reloading;
    expect(ring.current()).toEqual({ epoch: 3 });
    expect(ring.epochKey(3)).toHaveLength(32);
    expect(key.equals(Buffer.alloc(32))).toBe(true);
  });

  test.each([
    ['does not answer', new KeyStoreAway('the key store does not answer')],
    ['fails in a way nobody knows', new Error('no such thing')],
  ])(
    'is told that keys are unavailable once the store %s, and the key that is over is overwritten',
    async (_, error) => {
      const answer = Promise.withResolvers<void>();
      const { ring, reloading } = await ringInTheMiddle(answer.promise);
      const key = ring.epochKey(1);
      answer.reject(error);
      await reloading.catch(() => undefined);
      expect(() => ring.current()).toThrow(OutageError);
      expect(key.equals(Buffer.alloc(32))).toBe(true);
    },
  );
});
