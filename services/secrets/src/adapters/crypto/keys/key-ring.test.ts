import { type CheckedKey, type EpochName, type KeyStore, KeyStoreAway, WrongKeyStore } from '@onceover/key-store';
import { deriveEpochKey, derivingFrom, opensKeyCheck, sealKeyCheck } from '@onceover/key-store/derivation';
import { OutageError } from '@onceover/service-kit/errors';
import { UnsafeKeys, WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import { describe, expect, test } from 'vitest';
import { countingBytes } from '../testing/fixed-keys.ts';
import { sealCanary } from './epoch-canary.ts';
import { KeysMissing } from './key-bootstrap.ts';
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
function ringOn(
  states: readonly Tables[],
  changed: Partial<KeyStore> = {},
  prepare?: () => Promise<void>,
): LoadedKeyRing {
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
  return new LoadedKeyRing(db, store, prepare);
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

describe('sealed, so that nothing is made, opened or consumed', () => {
  const missing = (which: string) => ({
    opensCheck: async (key: CheckedKey) => (key.kind === which ? null : true),
  });
  const wrong = (which: string) => ({ opensCheck: async (key: CheckedKey) => key.kind !== which });
  const noKek = 'a test does not hold the key-encryption key this database uses (version 1)';

  test.each<[string, Tables, Partial<KeyStore>]>([
    ['the database names no current epoch', { ...before, epochs: [epoch(1, 1, 'retiring')] }, {}],
    ['the database names no key-encryption key; a test does not hold', { ...before, checks: [] }, {}],
    [noKek, before, missing('kek')],
    [noKek, before, wrong('kek')],
    ['root.key is not the one this database was made with', before, wrong('root')],
    ['the root of the pepper (root.key) is missing', before, missing('root')],
    ['the root of the pepper (root.key) is missing', before, { pepper: async () => null }],
    ['the key of the current epoch (1) is missing', before, { epochKey: async () => null }],
    ['the key of the current epoch (1) is missing', before, { epochKey: async () => Buffer.alloc(32) }],
    ['the store rests', before, { check: () => Promise.reject(new KeyStoreAway('the store rests')) }],
    ['another store', before, { check: () => Promise.reject(new WrongKeyStore('another store')) }],
  ])('because %s', async (reason, tables, changed) => {
    const ring = ringOn([tables], changed);
    expect(ring.sealedReason()).toBe('the keys are not loaded yet');
    await ring.reload();
    expect(ring.sealedReason()).toContain(reason);
    expect(() => ring.current()).toThrow(expect.objectContaining({ dependency: 'keys', retryAfterSeconds: 30 }));
  });

  test('one reason is told once', async () => {
    const ring = ringOn([before], missing('kek'));
    await ring.reload();
    expect(ring.sealedReason()).toBe(noKek);
    expect(ring.missingEpochs()).toEqual([1]);
    expect(ring.server.newestKek).toBeNull();
  });

  test('by a stop: keys are overwritten, and no load brings them back', async () => {
    const ring = ringOn([before]);
    await ring.reload();
    const [key, pepper] = [ring.epochKey(1), ring.pepper()];
    expect(ring.server.hasKek(1)).toBe(true);
    ring[Symbol.dispose]();
    await ring.reload();
    expect([key, pepper]).toEqual([Buffer.alloc(32), Buffer.alloc(32)]);
    expect(ring.sealedReason()).toBe('the server is stopping');
    expect([ring.currentEpoch, ring.server.hasKek(1)]).toEqual([null, false]);
    expect(() => ring.pepper()).toThrow(expect.objectContaining({ dependency: 'keys', retryAfterSeconds: 30 }));
  });

  test('a key that does not open its check is overwritten', async () => {
    const damaged = Buffer.alloc(32, 9);
    const ring = ringOn([before], { epochKey: async () => damaged });
    await ring.reload();
    expect(damaged).toEqual(Buffer.alloc(32));
  });
});

test('the newest right version of the key-encryption key makes the next epoch, and what is checked is not checked again', async () => {
  let asked = 0;
  const ring = ringOn([after], {
    async opensCheck() {
      asked += 1;
      return true;
    },
  });
  await ring.reload();
  expect([ring.server.newestKek, ring.server.hasKek(1), ring.currentEpoch]).toEqual([2, true, 2]);
  const first = asked;
  const key = ring.epochKey(2);
  await ring.reload();
  expect([asked - first, ring.epochKey(2) === key]).toEqual([0, true]);
});

test('an epoch of the same number and another id is another one, as after a restore', async () => {
  const restored = { ...epoch(1, 1, 'current'), keyId: '2'.repeat(26) };
  const canary = sealCanary(restored, deriveEpochKey(1, erkOf(2), kekOf(1)), countingBytes());
  const ring = ringOn([before, before, { ...before, epochs: [{ ...restored, canary }] }]);
  await ring.reload();
  const [old, copy] = [ring.epochKey(1), Buffer.from(ring.epochKey(1))];
  await ring.reload();
  expect(ring.epochKey(1).equals(copy)).toBe(false);
  expect(old).toEqual(Buffer.alloc(32));
});

test('keys of an epoch that is being destroyed are not loaded', async () => {
  const ring = ringOn([{ ...after, epochs: [epoch(1, 1, 'destroying'), epoch(2, 2, 'current')] }]);
  await ring.reload();
  expect(() => ring.epochKey(1)).toThrow('not loaded');
  expect(ring.missingEpochs()).toEqual([]);
});

describe('the store', () => {
  test('is away until it has answered, and again when it does not', async () => {
    let isThere = true;
    const check = async () => {
      if (!isThere) throw new KeyStoreAway('the store rests');
    };
    const ring = ringOn([before], { check });
    expect(ring.isStoreAway()).toBe(true);
    await ring.reload();
    expect(ring.isStoreAway()).toBe(false);
    isThere = false;
    await ring.reload();
    expect(ring.isStoreAway()).toBe(true);
  });

  test.each([new WrongKeysDirectory('wrong'), new UnsafeKeys('unsafe'), new KeysMissing('all')])(
    'that cannot be prepared seals, and says why (%#)',
    async (error) => {
      const ring = ringOn([before], {}, () => Promise.reject(error));
      await expect(ring.prepare()).rejects.toBe(error);
      await ring.reload();
      expect(ring.sealedReason()).toBe(error.message);
    },
  );

  test('is prepared once; later the same trouble is a failure', async () => {
    let prepared = 0;
    let trouble: Error | undefined;
    const check = async () => {
      if (trouble !== undefined) throw trouble;
    };
    const prepare = async () => {
      prepared += 1;
    };
    const ring = ringOn([before], { check }, prepare);
    await ring.reload();
    await ring.reload();
    expect(prepared).toBe(1);
    trouble = new UnsafeKeys('unsafe');
    await expect(ring.reload()).rejects.toBe(trouble);
  });
});

test('a stop in the middle of a load leaves no key', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const check = () => {
    asked.resolve();
    return answer.promise;
  };
  const ring = ringOn([before], { check });
  expect(ring.missingEpochs()).toEqual([]);
  const loading = ring.reload();
  await asked.promise;
  ring[Symbol.dispose]();
  answer.resolve();
  await loading;
  expect(() => ring.epochKey(1)).toThrow('not loaded');
  expect(() => ring.pepper()).toThrow(OutageError);
});

test('a key is forgotten when the tables name another one of its number that is not there', async () => {
  const restored = { ...epoch(1, 1, 'current'), keyId: '2'.repeat(26) };
  const epochKey = async ({ keyId }: EpochName) => (keyId[0] === '1' ? deriveEpochKey(1, erkOf(1), kekOf(1)) : null);
  const ring = ringOn([before, before, { ...before, epochs: [restored] }], { epochKey });
  await ring.reload();
  const key = ring.epochKey(1);
  await ring.reload();
  expect(() => ring.epochKey(1)).toThrow('not loaded');
  expect(key).toEqual(Buffer.alloc(32));
});

test('a failure that nobody knows is no reason to be sealed for', async () => {
  const ring = ringOn([before], { check: () => Promise.reject(new Error('no such thing')) });
  await expect(ring.reload()).rejects.toThrow('no such thing');
});
