import { KeyStoreAway, WrongKeyStore } from '@onceover/key-store';
import { openFileKeyStore } from '@onceover/key-store/file';
import { OutageError } from '@onceover/service-kit/errors';
import { eventually } from '@onceover/testing/eventually';
import { beforeEach, expect, test } from 'vitest';
import { confirmKeyLoss, replaceKek } from './key-commands.ts';
import { type CryptoDatabase, startCryptoDatabase } from './testing/crypto-database.ts';
import { openStored, storeSecret } from './testing/stored-secret.ts';

let base: CryptoDatabase;
/** What the store answers now instead of working. */
let failure: Error | null;

beforeEach(async () => {
  base = await startCryptoDatabase();
  failure = null;
  return () => base[Symbol.asyncDispose]();
});

/** A store on the test's keys directory that fails while the test says so, whatever it is asked. */
async function openFailing() {
  const store = await openFileKeyStore({ keysDir: base.keysDir });
  return new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function' || name === Symbol.dispose) return value;
      return async (...given: unknown[]) => {
        if (failure !== null) throw failure;
        return await value.apply(target, given);
      };
    },
  });
}

const away = () => new KeyStoreAway('the store is not reachable');
const linesOf = (level: string) => base.logged.filter((line) => line.level === level);

test('a store that does not answer seals, is told once with its cause, and its end once', async () => {
  const crypto = await base.open({ openStore: openFailing, watchEveryMs: 10 });
  const secret = await storeSecret(base.owner, crypto);
  failure = away();
  await eventually(() => expect(crypto.keyRing.sealedReason()).toBe('the store is not reachable'));
  expect(() => crypto.keyRing.current()).toThrow(OutageError);
  await base.age(60); // a rotation is due, which cannot be
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(base.logged.filter(({ level }) => level !== 'info')).toEqual([
    {
      level: 'error',
      message: 'sealed: secrets are neither made nor opened',
      fields: { reason: 'the store is not reachable', command: 'npm run keys -- status' },
    },
  ]);
  failure = null;
  await eventually(() => expect(crypto.keyRing.sealedReason()).toBeNull());
  await eventually(async () => expect(await base.epochs()).toEqual(['1:destroyed', '2:current']));
  await eventually(() =>
    expect(linesOf('info').map(({ message }) => message)).toContain('the keys are in order again'),
  );
  expect(await openStored(base.owner, crypto, secret)).toBe('still here');
});

test('a store that is not to be trusted any more seals too, and forgets nothing that its return brings back', async () => {
  const crypto = await base.open({ openStore: openFailing });
  const secret = await storeSecret(base.owner, crypto);
  failure = new WrongKeyStore('The store is another one than before.');
  await crypto.keyRing.reload();
  expect(crypto.keyRing.sealedReason()).toBe('The store is another one than before.');
  failure = null;
  await crypto.keyRing.reload();
  expect(await openStored(base.owner, crypto, secret)).toBe('still here');
});

test('a process that was cut off from the store still forgets what another one destroyed', async () => {
  const [cut, other] = [await base.open({ openStore: openFailing }), await base.open()];
  const secret = await storeSecret(base.owner, cut);
  failure = away();
  await other.rotation.rotateNow();
  await cut.keyRing.reload();
  expect(cut.keyRing.epochs.has(secret.sealed.epoch)).toBe(false);
});

test('a store that does not answer is not a lost key: nobody gives anything up, and no key is replaced', async () => {
  const crypto = await base.open();
  const secret = await storeSecret(base.owner, crypto);
  failure = away();
  const options = base.options({ openStore: openFailing });
  for (const isRestored of [false, true])
    await expect(confirmKeyLoss(options, { isRestored })).rejects.toThrow(KeyStoreAway);
  await expect(replaceKek(options)).rejects.toThrow(KeyStoreAway);
  expect([await base.epochs(), await base.keks()]).toEqual([['1:current'], ['1:accepted']]);
  expect(await openStored(base.owner, crypto, secret)).toBe('still here');
});

test('what has to be done once with a store is done once it answers, however many ask', async () => {
  let taken = 0;
  failure = away();
  const crypto = await base.open({
    openStore: openFailing,
    takeStore: async (store) => {
      await store.check();
      taken += 1;
    },
  });
  expect([taken, crypto.keyRing.sealedReason()]).toEqual([0, 'the store is not reachable']);
  failure = null;
  await Promise.all([crypto.keyRing.reload(), crypto.keyRing.reload(), crypto.keyRing.reload()]);
  await crypto.keyRing.reload();
  expect(taken).toBe(1);
});
