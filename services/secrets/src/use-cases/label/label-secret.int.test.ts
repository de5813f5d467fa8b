import { knexOn } from '@onceover/event-store';
import { NotAuthorizedError } from '@onceover/service-kit/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onPlanChanged } from '../../messaging/on-plan-changed.ts';
import { anonymous } from '../../test-support/anonymous.ts';
import { aCustomer, byToken, handleOf } from '../../test-support/customer.ts';
import { hear } from '../../test-support/hear.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare } from '../../test-support/wishes.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

type Owner = ReturnType<typeof aCustomer>;

async function aSecretOf(owner: Owner) {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), owner);
  return { secretKey, metadata, handle: (await handleOf(secrets, secretKey)) ?? '' };
}
const label = (key: string, text: string, caller: Parameters<TestSecrets['useCases']['labelSecret']>[1]) =>
  secrets.useCases.labelSecret({ key, label: text }, caller);
const listed = async (owner: Owner, search: string | null = null) => {
  const input = { first: 50, after: null, status: null, states: null, search };
  return (await secrets.useCases.listRecent(input, owner)).nodes.map((node) => node.label);
};
const labelRows = (ownerRef: string) => secrets.rows('select * from secrets.label where owner_ref = $1', [ownerRef]);
const erase = ({ accountRef }: Owner) =>
  hear(knexOn(secrets.parts.pool), onPlanChanged, {
    type: 'account.erased',
    streamId: accountRef,
    version: 9,
    data: { accountRef },
  });

test('an owner labels a secret by metadata key or handle, changes the label and takes it away, whatever became of the secret', async () => {
  const owner = aCustomer();
  const { secretKey, metadata, handle } = await aSecretOf(owner);
  expect(await label(metadata.key, ' Wi-Fi ', owner)).toBe('Wi-Fi');
  expect(await listed(owner)).toEqual(['Wi-Fi']);
  await secrets.useCases.revealSecret(aReveal(secretKey), anonymous());
  expect(await label(handle, 'סיסמה', owner)).toBe('סיסמה');
  expect(await secrets.useCases.showLabel(metadata.secretId, owner)).toBe('סיסמה');
  expect(await label(handle, '  ', owner)).toBeNull();
  expect(await listed(owner)).toEqual([null]);
  expect(await labelRows(owner.accountRef)).toEqual([]);
});

test('a secret without a label has no row for one, and neither has its owner', async () => {
  const owner = aCustomer();
  await aSecretOf(owner);
  const { metadata } = await secrets.useCases.concealSecret(aShare(), anonymous());
  await secrets.useCases.burnSecret(aBurn(metadata.key), anonymous());
  expect(await secrets.rows('select from secrets.label where secret_id = $1', [metadata.secretId])).toEqual([]);
  expect(await secrets.rows('select from secrets.label_key where owner_ref = $1', [owner.accountRef])).toEqual([]);
});

describe('nobody else', () => {
  test('labels a secret or is shown its label', async () => {
    const owner = aCustomer();
    const { secretKey, metadata, handle } = await aSecretOf(owner);
    await label(handle, 'mine', owner);
    const other = aCustomer();
    for (const key of [handle, metadata.key, secretKey, 'nonsense'])
      for (const text of ['theirs', ''])
        await expect(label(key, text, other)).rejects.toMatchObject({ code: 'secret.gone' });
    await expect(label(metadata.key, 'theirs', anonymous())).rejects.toThrow(NotAuthorizedError);
    await expect(label(handle, 'theirs', byToken(owner, 'recent'))).rejects.toThrow(NotAuthorizedError);
    for (const caller of [other, anonymous(), byToken(owner, 'secrets-write')])
      expect(await secrets.useCases.showLabel(metadata.secretId, caller)).toBeNull();
    expect(await listed(owner)).toEqual(['mine']);
  });

  test('has an anonymous secret to label: it belongs to nobody', async () => {
    const { metadata } = await secrets.useCases.concealSecret(aShare(), anonymous());
    await expect(label(metadata.key, 'mine', aCustomer())).rejects.toMatchObject({ code: 'secret.gone' });
  });
});

test('a label that is none is refused, and the one before stays', async () => {
  const owner = aCustomer();
  const { handle } = await aSecretOf(owner);
  await label(handle, 'before', owner);
  for (const text of ['x'.repeat(501), 'a\u0000b', 'a\u202Eb'])
    await expect(label(handle, text, owner)).rejects.toMatchObject({ code: 'secret.bad-label' });
  expect(await listed(owner)).toEqual(['before']);
});

test('a search finds labels in any case and script, however they are composed', async () => {
  const owner = aCustomer();
  for (const text of ['Café password', 'ПАРОЛЬ', 'other']) await label((await aSecretOf(owner)).handle, text, owner);
  expect(await listed(owner, 'CAFE\u0301')).toEqual(['Café password']);
  expect(await listed(owner, 'пар')).toEqual(['ПАРОЛЬ']);
});

test('labels written at the same moment are under one key, and the last one stays', async () => {
  const owner = aCustomer();
  const { handle } = await aSecretOf(owner);
  const other = await aSecretOf(owner);
  const texts = Array.from({ length: 8 }, (_, index) => `label ${index}`);
  await Promise.all([...texts.map((text) => label(handle, text, owner)), label(other.handle, 'other', owner)]);
  const [first, second] = await listed(owner);
  expect([first, second].filter((text) => text === 'other')).toHaveLength(1);
  expect([first, second].some((text) => texts.includes(text ?? ''))).toBe(true);
});

test('a label opens for its own secret and owner only, and its length shows little', async () => {
  const owner = aCustomer();
  const [one, other] = [await aSecretOf(owner), await aSecretOf(owner)];
  await label(one.handle, 'short', owner);
  await label(other.handle, 'x'.repeat(250), owner);
  const rows = (await labelRows(owner.accountRef)) as { sealed: Buffer; secret_id: string }[];
  expect(new Set(rows.map(({ sealed }) => sealed.length)).size).toBe(1);
  await secrets.rows('update secrets.label set sealed = $2 where secret_id = $1', [
    one.metadata.secretId,
    rows.find(({ secret_id }) => secret_id === other.metadata.secretId)?.sealed,
  ]);
  expect(await secrets.useCases.showLabel(one.metadata.secretId, owner)).toBeNull();
});

test('an erased account leaves no label and no key of one, and gets none again', async () => {
  const owner = aCustomer();
  const { metadata } = await aSecretOf(owner);
  const neighbour = aCustomer();
  await label((await aSecretOf(neighbour)).handle, 'stays', neighbour);
  await label(metadata.key, 'goes', owner);
  await erase(owner);
  expect(await labelRows(owner.accountRef)).toEqual([]);
  const keys = await secrets.rows('select from secrets.label_key where owner_ref = $1', [owner.accountRef]);
  expect(keys).toEqual([]);
  await expect(label(metadata.key, 'again', owner)).rejects.toMatchObject({ code: 'secret.gone' });
  expect(await listed(neighbour)).toEqual(['stays']);
});

test('a label goes with the row of its secret', async () => {
  const owner = aCustomer();
  const { secretKey, metadata, handle } = await aSecretOf(owner);
  await label(handle, 'goes', owner);
  await label((await aSecretOf(owner)).handle, 'stays', owner);
  await secrets.useCases.revealSecret(aReveal(secretKey), anonymous());
  await secrets.rows('update secrets.secret set until = clock_timestamp() where secret_id = $1', [metadata.secretId]);
  await secrets.parts.purge();
  expect(await labelRows(owner.accountRef)).toHaveLength(1);
  expect(await listed(owner)).toEqual(['stays']);
});

test('a database that is down is an outage, never "no label"', async () => {
  const owner = aCustomer();
  const { metadata, handle } = await aSecretOf(owner);
  const down = () => Promise.reject(new Error('down'));
  const labels = { ownerKey: down, write: down, remove: down, find: down };
  const broken = secrets.using({ labels });
  await expect(broken.labelSecret({ key: handle, label: 'x' }, owner)).rejects.toThrow('down');
  await expect(broken.showLabel(metadata.secretId, owner)).rejects.toThrow('down');
});
