import { randomUUID } from 'node:crypto';
import { type KeysHolder, WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import { eventually } from '@onceover/testing/eventually';
import { beforeEach, describe, expect, test } from 'vitest';
import { type KeyStore, KeyStoreAway, WrongKeyStore } from '../key-store.ts';
import type { NetworkKeyStore } from '../network/network-key-store.ts';

/** A store of a test, opened as often as there are processes. */
export interface KeyStoreUnderTest extends AsyncDisposable {
  open(): Promise<KeyStore>;
  /** Whose keys they are. */
  readonly holder: KeysHolder;
}

export interface NetworkStoreUnderTest extends KeyStoreUnderTest {
  open(): Promise<NetworkKeyStore>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Puts another store at the same address. */
  replace(): Promise<void>;
}

const [ONE, OTHER] = ['a'.repeat(26), 'b'.repeat(26)];
const owner = () => ({ id: randomUUID(), home: 'here', starts: 0, former: [] });

/** What every store promises. */
export function keyStoreContract(name: string, start: () => Promise<KeyStoreUnderTest>): void {
  describe(`a key store: ${name}`, () => {
    lastingKeys(start);
    epochKeys(start);
    destruction(start);
    ownership(start);
  });
}

/** Two processes on a store of each test's own. */
function opened(start: () => Promise<KeyStoreUnderTest>) {
  let place: KeyStoreUnderTest;
  let pair: readonly [KeyStore, KeyStore];
  beforeEach(async () => {
    place = await start();
    pair = [await place.open(), await place.open()];
    return () => place[Symbol.asyncDispose]();
  });
  return {
    holder: () => place.holder,
    stores: () => pair,
    async begin() {
      await pair[0].createKek(1);
      await pair[0].createRoot();
      return pair;
    },
  };
}

function lastingKeys(start: () => Promise<KeyStoreUnderTest>): void {
  const { stores } = opened(start);

  test('makes each key once, whoever asks how often, and tells it from others', async () => {
    const [one, two] = stores();
    expect(await one.opensCheck({ kind: 'root' }, 1, Buffer.alloc(46))).toBeNull();
    await Promise.all([one, two, one, two].flatMap((store) => [store.createKek(1), store.createRoot()]));
    const kekBox = await one.sealCheck({ kind: 'kek', version: 1 }, 1);
    const rootBox = await two.sealCheck({ kind: 'root' }, 1);
    await two.createKek(1);
    await one.createKek(2);
    expect(await two.opensCheck({ kind: 'kek', version: 1 }, 1, kekBox)).toBe(true);
    expect(await one.opensCheck({ kind: 'root' }, 1, rootBox)).toBe(true);
    expect(await two.opensCheck({ kind: 'kek', version: 2 }, 1, kekBox)).toBe(false);
    expect(await two.opensCheck({ kind: 'kek', version: 1 }, 2, kekBox)).toBe(false);
    expect(await two.opensCheck({ kind: 'root' }, 1, kekBox)).toBe(false);
    expect(await two.opensCheck({ kind: 'kek', version: 3 }, 1, kekBox)).toBeNull();
    expect([await one.newestKek(), await two.newestKek()]).toEqual([2, 2]);
  });

  test('has one pepper, and none without its root', async () => {
    const [one, two] = stores();
    expect(await one.pepper()).toBeNull();
    await two.createRoot();
    const pepper = await one.pepper();
    expect(pepper).toHaveLength(32);
    expect(await two.pepper()).toEqual(pepper);
  });
}

function epochKeys(start: () => Promise<KeyStoreUnderTest>): void {
  const { begin } = opened(start);

  test('gives all processes one key of an epoch, and another for each epoch, key and version', async () => {
    const [one, two] = await begin();
    await one.createKek(2);
    for (const keyId of [ONE, OTHER]) await one.createEpochKey(keyId);
    const names = [ONE, OTHER].flatMap((keyId) => [1, 2].flatMap((e) => [1, 2].map((v) => ({ e, keyId, v }))));
    const keys = await Promise.all(names.map((epoch) => one.epochKey(epoch)));
    const theirs = await Promise.all(names.map((epoch) => two.epochKey(epoch)));
    expect(keys.every((key) => key?.length === 32)).toBe(true);
    expect(new Set(keys.map((key) => key?.toString('hex'))).size).toBe(8);
    expect(theirs).toEqual(keys);
  });

  test('has no key of an epoch without either of its two keys', async () => {
    const [one] = await begin();
    await one.createEpochKey(ONE);
    expect(await one.epochKey({ e: 1, keyId: OTHER, v: 1 })).toBeNull();
    expect(await one.epochKey({ e: 1, keyId: ONE, v: 2 })).toBeNull();
  });
}

function destruction(start: () => Promise<KeyStoreUnderTest>): void {
  const { begin, holder } = opened(start);

  test('destroys the key of an epoch for all, again where it was interrupted, and lists those that are left', async () => {
    const [one, two] = await begin();
    for (const keyId of [ONE, OTHER]) await one.createEpochKey(keyId);
    expect([...(await two.listEpochKeys())].sort()).toEqual([ONE, OTHER]);
    const crash = () => {
      throw new Error('crash');
    };
    await expect(one.destroyEpochKey(ONE, crash)).rejects.toThrow('crash');
    for (const store of [two, one, two]) await store.destroyEpochKey(ONE, () => undefined);
    for (const store of [one, two]) expect(await store.epochKey({ e: 1, keyId: ONE, v: 1 })).toBeNull();
    expect(await one.listEpochKeys()).toEqual([OTHER]);
    expect(await two.epochKey({ e: 1, keyId: OTHER, v: 1 })).not.toBeNull();
  });

  test('destroys a version of the key-encryption key for all, and with it what needs it', async () => {
    const [one, two] = await begin();
    await one.createEpochKey(ONE);
    await one.createKek(2);
    await one.secureKek(2);
    await two.destroyKek(1);
    await two.destroyKek(1);
    expect(await one.epochKey({ e: 1, keyId: ONE, v: 1 })).toBeNull();
    expect(await one.epochKey({ e: 2, keyId: ONE, v: 2 })).not.toBeNull();
    expect(await two.newestKek()).toBe(2);
  });

  test('destroys keys that no epoch names for its own database only', async () => {
    const [one, two] = await begin();
    for (const keyId of [ONE, OTHER]) await one.createEpochKey(keyId);
    const ours = owner();
    const known = { databaseIds: new Set([randomUUID(), ours.id]), keyIds: new Set([ONE]) };
    await expect(one.destroyOrphans(known)).rejects.toThrow(WrongKeysDirectory);
    await holder().claim(ours);
    await expect(one.destroyOrphans({ ...known, databaseIds: new Set([randomUUID()]) })).rejects.toThrow(
      WrongKeysDirectory,
    );
    await expect(one.destroyOrphans({ ...known, databaseIds: new Set() })).rejects.toThrow(WrongKeysDirectory);
    expect(await two.listEpochKeys()).toHaveLength(2);
    expect(await two.destroyOrphans(known)).toBe(1);
    expect(await one.listEpochKeys()).toEqual([ONE]);
  });
}

function ownership(start: () => Promise<KeyStoreUnderTest>): void {
  const { begin, holder } = opened(start);

  test('belongs to whoever claims it first, says so, and says whether it holds keys', async () => {
    const its = holder();
    expect([await its.readOwner(), await its.holdsKeys(), await its.holdsEpochKeys()]).toEqual([null, false, false]);
    const [ours, theirs] = [owner(), owner()];
    const claims = await Promise.all([its.claim(ours), its.claim(theirs)]);
    expect(claims[0]).toEqual(claims[1]);
    expect([ours.id, theirs.id]).toContain(claims[0]?.id);
    const later = { ...theirs, starts: 7, former: [ours.id], home: null };
    await its.handOver(later);
    expect(await its.readOwner()).toEqual(later);
    const [one] = await begin();
    expect([await its.holdsKeys(), await its.holdsEpochKeys()]).toEqual([true, false]);
    await one.createEpochKey(ONE);
    expect(await its.holdsEpochKeys()).toBe(true);
    const at = await its.place();
    expect(await its.isAt(at ?? '')).toBe(true);
    expect(await its.isAt('somewhere else')).toBe(false);
  });
}

/** What a store that several hosts share promises beside. */
export function networkKeyStoreContract(name: string, start: () => Promise<NetworkStoreUnderTest>): void {
  keyStoreContract(name, start);

  describe(`a key store that is shared: ${name}`, () => {
    let place: NetworkStoreUnderTest;
    beforeEach(async () => {
      place = await start();
      return () => place[Symbol.asyncDispose]();
    });
    sharedKeys(() => place);
    absence(() => place);
  });
}

function sharedKeys(at: () => NetworkStoreUnderTest): void {
  test('has the lasting keys that all processes need, each made once and only where it may be', async () => {
    const [one, two] = [await at().open(), await at().open()];
    expect(await one.lastingKey('box-name.key', { mayMake: false })).toBeNull();
    const made = await Promise.all([one, two, one].map((store) => store.lastingKey('box-name.key', { mayMake: true })));
    expect(new Set(made.map((key) => key?.toString('hex'))).size).toBe(1);
    expect(made[0]).toHaveLength(32);
    expect(await two.lastingKey('box-name.key', { mayMake: false })).toEqual(made[0]);
    expect(await two.lastingKey('shelf-name.key', { mayMake: true })).not.toEqual(made[0]);
  });
}

function absence(at: () => NetworkStoreUnderTest): void {
  test('that does not answer is unavailable, and goes on with its keys when it is back', async () => {
    const store = await at().open();
    await store.createKek(1);
    await store.createEpochKey(ONE);
    const key = await store.epochKey({ e: 1, keyId: ONE, v: 1 });
    await at().stop();
    for (let tries = 0; tries < 3; tries += 1) await expect(store.check()).rejects.toThrow(KeyStoreAway);
    await expect(store.epochKey({ e: 1, keyId: ONE, v: 1 })).rejects.toMatchObject({ dependency: 'keys' });
    await at().start();
    await eventually(() => store.check());
    expect(await store.epochKey({ e: 1, keyId: ONE, v: 1 })).toEqual(key);
  });

  test('that is another one than before is refused', async () => {
    const store = await at().open();
    await store.check();
    const before = await store.holder.place();
    await at().replace();
    await expect(store.check()).rejects.toThrow(WrongKeyStore);
    await expect(store.check()).rejects.toThrow(/another one than before/);
    const later = await at().open();
    await later.check();
    expect(await later.holder.isAt(before ?? '')).toBe(false);
  });
}
