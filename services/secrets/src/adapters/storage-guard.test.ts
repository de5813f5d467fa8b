import { createHash } from 'node:crypto';
import { OutageError } from '@onceover/service-kit/errors';
import { describe, expect, test } from 'vitest';
import { storageQuotas } from '../domain/secret/storage-quotas.ts';
import { anonymous } from '../test-support/anonymous.ts';
import { aCustomer } from '../test-support/customer.ts';
import { createDiskSpace } from './disk-space.ts';
import type { LiveBytes } from './postgres/live-bytes.ts';
import { createStorageGuard, type StorageGuardParts } from './storage-guard.ts';

/** Counts in memory alone; clearing `held` is what a refresh would find in the database. */
function counting() {
  const held = new Map<string, number>();
  let refreshes = 0;
  const liveBytes: LiveBytes = {
    of: (holders) => holders.reduce((sum, holder) => sum + (held.get(holder) ?? 0), 0),
    add: (holder, _expiresAt, bytes) => void held.set(holder, (held.get(holder) ?? 0) + bytes),
    refresh: async () => {
      refreshes += 1;
    },
    hasNews: () => false,
  };
  return { held, liveBytes, refreshes: () => refreshes };
}

const hash = (subject: string) => createHash('sha256').update(subject).digest();
const roomy = { hasRoom: () => true, freeMegabytes: () => null, check: async () => undefined };

function guardWith(change: Partial<StorageGuardParts> = {}) {
  const counted = counting();
  const clock = { ms: Date.parse('2030-03-17T10:00:00Z') };
  const { liveBytes } = counted;
  const base = { disk: roomy, liveBytes, hash, visitorTtlSeconds: 604_800, now: () => clock.ms, hasQuotas: true };
  return { ...counted, clock, ...createStorageGuard({ ...base, ...change }) };
}

const large = { bytes: storageQuotas.perNetwork / 2, ttlSeconds: 3600 };
const small = { bytes: 10, ttlSeconds: 3600 };
const admitted = async (asked: unknown) => {
  await asked;
  return 'stored';
};

describe('a quota', () => {
  test('of waiting content is that of a network; others go on, and what was not stored is given back', async () => {
    const guard = guardWith();
    const first = await guard.admit(anonymous(), large);
    await expect(admitted(guard.admit(anonymous(), large))).rejects.toMatchObject({
      code: 'secret.storage-quota-reached',
      details: { retryAfterSeconds: 600 },
    });
    expect(await admitted(guard.admit(anonymous('203.0.113.0/24'), large))).toBe('stored');
    first.giveBack();
    expect(await admitted(guard.admit(anonymous(), large))).toBe('stored');
  });

  test('of an account is larger, and its own', async () => {
    const guard = guardWith();
    const customer = aCustomer();
    for (let stored = 0; stored < 7; stored += 1) expect(await admitted(guard.admit(customer, large))).toBe('stored');
    await expect(admitted(guard.admit(customer, large))).rejects.toMatchObject({
      code: 'secret.storage-quota-reached',
    });
    expect(await admitted(guard.admit(anonymous(), large))).toBe('stored');
  });

  test('asks the database again before it refuses, but seldom', async () => {
    const guard = guardWith();
    await guard.admit(anonymous(), large);
    for (let tries = 0; tries < 20; tries += 1) await admitted(guard.admit(anonymous(), large)).catch(() => undefined);
    expect(guard.refreshes()).toBe(1);
    guard.clock.ms += 2000;
    guard.held.clear();
    expect(await admitted(guard.admit(anonymous(), large))).toBe('stored');
  });

  test('counts last week’s bytes under last week’s name of the network, and knows it by no other', async () => {
    const guard = guardWith();
    await guard.admit(anonymous(), large);
    const [before] = guard.held.keys();
    guard.clock.ms += 7 * 86_400_000;
    await expect(admitted(guard.admit(anonymous(), large))).rejects.toMatchObject({
      code: 'secret.storage-quota-reached',
    });
    await guard.admit(anonymous(), small);
    expect([...guard.held.keys()]).toHaveLength(2);
    guard.clock.ms += 8 * 86_400_000;
    guard.held.delete([...guard.held.keys()][1] ?? '');
    expect(guard.held.has(before ?? '')).toBe(true);
    expect(await admitted(guard.admit(anonymous(), large))).toBe('stored');
  });
});

test('the breaker lets 500 secrets of visitors through in a second, and customers always', async () => {
  const guard = guardWith();
  const networks = Array.from({ length: 600 }, (_, index) => anonymous(`10.0.${index}.0/24`));
  const ask = (caller: (typeof networks)[number]) => {
    try {
      void guard.admit(caller, small);
      return 'stored';
    } catch (error) {
      return error instanceof OutageError ? error.dependency : error;
    }
  };
  expect(networks.map(ask).filter((outcome) => outcome === 'stored')).toHaveLength(500);
  expect([ask(anonymous()), ask(aCustomer())]).toEqual(['breaker', 'stored']);
  guard.clock.ms += 1000;
  expect(ask(anonymous())).toBe('stored');
});

describe('free disk space', () => {
  const statfs = (megabytes: number) => async () => ({ bavail: megabytes, bsize: 1_000_000 });
  const spaceOf = async (megabytes: number, floor = 256) => {
    const disk = createDiskSpace('/data', floor, statfs(megabytes));
    await disk.check();
    return disk;
  };

  test('below the floor is an outage for what would be stored, even where nothing else is limited', async () => {
    const guard = guardWith({ disk: await spaceOf(255), hasQuotas: false });
    expect(() => guard.admit(anonymous(), small)).toThrow(
      expect.objectContaining({ dependency: 'disk', retryAfterSeconds: 60 }),
    );
    expect(await admitted(guardWith({ disk: await spaceOf(256) }).admit(anonymous(), small))).toBe('stored');
  });

  test('is not needed without a floor or with the database elsewhere; a check that fails changes nothing', async () => {
    expect((await spaceOf(1, 0)).hasRoom()).toBe(true);
    const elsewhere = createDiskSpace(null, 256, statfs(1));
    const broken = createDiskSpace('/data', 256, () => Promise.reject(new Error('gone')));
    await Promise.all([elsewhere.check(), broken.check()]);
    expect([elsewhere.hasRoom(), broken.hasRoom()]).toEqual([true, true]);
  });
});
