import type { CheckedKey, EpochName, KeyStore } from '@onceover/key-store';
import { deriveEpochKey, derivingFrom, opensKeyCheck, sealKeyCheck } from '@onceover/key-store/derivation';
import { expect, test } from 'vitest';
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
function ringOn(states: readonly Tables[]): LoadedKeyRing {
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
