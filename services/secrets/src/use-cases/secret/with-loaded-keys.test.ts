import { expect, test } from 'vitest';
import { KeyGone, type KeyRing, Undecryptable, withLoadedKeys } from './with-loaded-keys.ts';

interface Row {
  readonly id: string;
  readonly wrapped: string;
}
const old: Row = { id: 's1', wrapped: 'old' };
const current: Row = { id: 's1', wrapped: 'current' };

function scene(reload: () => Promise<void> = async () => undefined) {
  const alarms: string[] = [];
  const keyRing: KeyRing = { current: () => ({ epoch: 1 }), reload, sealedReason: () => null };
  const alarm = (id: string, reason: string) => void alarms.push(`${id} ${reason}`);
  const run = (open: (row: Row) => string, again: Row | null = current) =>
    withLoadedKeys(
      { keyRing, alarm },
      old,
      (row) => row.id,
      open,
      async () => again,
    );
  return { alarms, run };
}
const openUnless = (error: Error, wrapped: string) => (row: Row) => {
  if (row.wrapped === wrapped) throw error;
  return `opened ${row.wrapped}`;
};

test('what opens is opened as it was read', async () => {
  expect(await scene().run((row) => `opened ${row.wrapped}`)).toBe('opened old');
});

test('a key that has gone is loaded and the row read again, without an alarm', async () => {
  const { run, alarms } = scene();
  expect(await run(openUnless(new KeyGone(), 'old'))).toBe('opened current');
  expect(alarms).toEqual([]);
});

test('a row that went meanwhile is no failure', async () => {
  expect(await scene().run(openUnless(new KeyGone(), 'old'), null)).toBeNull();
});

test('a key that stays away is an outage and an alarm', async () => {
  const { run, alarms } = scene();
  const never = () => {
    throw new KeyGone();
  };
  await expect(run(never)).rejects.toMatchObject({ dependency: 'keys' });
  expect(alarms).toEqual(['s1 key-gone']);
});

test('bytes that do not open are an outage and an alarm, at once', async () => {
  const { run, alarms } = scene();
  await expect(run(openUnless(new Undecryptable(), 'old'))).rejects.toMatchObject({ dependency: 'vault' });
  expect(alarms).toEqual(['s1 undecryptable']);
});

test('keys that cannot be asked for are an outage', async () => {
  const { run } = scene(() => Promise.reject(new Error('no database')));
  await expect(run(openUnless(new KeyGone(), 'old'))).rejects.toMatchObject({ dependency: 'keys' });
});

test('any other failure passes as it is', async () => {
  await expect(scene().run(openUnless(new TypeError('a bug'), 'old'))).rejects.toThrow('a bug');
});
