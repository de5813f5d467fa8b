import { OutageError } from '@onceover/service-kit/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous } from '../../test-support/anonymous.ts';
import { aCustomer, handleOf } from '../../test-support/customer.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare } from '../../test-support/wishes.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

const owner = aCustomer();
let networks = 0;
const guess = (secretKey: string, useCases = secrets.useCases) => {
  networks += 1;
  const wish = aReveal(secretKey, { passphrase: 'pear' });
  return useCases.revealSecret(wish, anonymous(`network ${networks}`)).catch((error) => error);
};
/** As if so many had been wrong, and the wait were over. */
const had = (secretKey: string, attempts: number) =>
  secrets.rows(`update secrets.secret set attempts = $2, next_try = '-infinity' where lookup = $1`, [
    secrets.parts.ports.keys.lookupOf(secretKey),
    attempts,
  ]);
const told = (ownerRef: string) =>
  secrets.rows<{ data: Record<string, unknown>; category: string; tenant_ref: string; closed: boolean }>(
    `select e.data, e.category, e.tenant_ref, st.closed_at is not null as closed
     from secrets.events e join secrets.streams st using (stream_id)
     where e.type = 'secret.passphrase_failed' and e.data ->> 'ownerRef' = $1 order by e.occurred_at`,
    [ownerRef],
  );

test('the owner is told at the 10th and the 50th wrong passphrase and when it locks, and at no other', async () => {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare({ passphrase: 'plum' }), owner);
  for (const before of [8, 9, 10, 48, 49, 50, 98, 99]) {
    await had(secretKey, before);
    expect(await guess(secretKey)).toMatchObject({ code: 'secret.wrong-passphrase' });
  }
  expect(await guess(secretKey)).toMatchObject({ code: 'secret.locked' });
  const notices = await told(owner.accountRef);
  const [row] = await secrets.rows<{ secret_id: string }>('select secret_id from secrets.secret where lookup = $1', [
    secrets.parts.ports.keys.lookupOf(secretKey),
  ]);
  const windowStart = new Date(metadata.createdAt).toISOString();
  const notice = { secretId: row?.secret_id, ownerRef: owner.accountRef, windowStart };
  expect(notices.map(({ data }) => data)).toEqual([
    { ...notice, count: 10, locked: false },
    { ...notice, count: 50, locked: false },
    { ...notice, count: 100, locked: true },
  ]);
  for (const { category, tenant_ref, closed } of notices) {
    expect({ category, tenant_ref, closed }).toEqual({
      category: 'security',
      tenant_ref: owner.accountRef,
      closed: true,
    });
  }
  expect(await secrets.useCases.showMetadata(metadata.key, owner)).toMatchObject({ state: 'new', isLocked: true });
  const handle = (await handleOf(secrets, secretKey)) ?? '';
  expect(await secrets.useCases.burnSecret(aBurn(handle), owner)).toMatchObject({ state: 'burned' });
});

test('a wrong passphrase of a burn counts the same', async () => {
  const burner = aCustomer();
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare({ passphrase: 'plum' }), burner);
  await had(secretKey, 9);
  const wish = aBurn(metadata.key, { passphrase: 'pear' });
  await expect(secrets.useCases.burnSecret(wish, anonymous('elsewhere'))).rejects.toMatchObject({
    code: 'secret.wrong-passphrase',
  });
  expect((await told(burner.accountRef)).map(({ data }) => data.count)).toEqual([10]);
});

test('a right passphrase at the tenth tells nobody, nor does a secret that nobody owns', async () => {
  const lucky = aCustomer();
  const { secretKey } = await secrets.useCases.concealSecret(aShare({ passphrase: 'plum' }), lucky);
  await had(secretKey, 9);
  await secrets.useCases.revealSecret(aReveal(secretKey, { passphrase: 'plum' }), anonymous());
  expect(await told(lucky.accountRef)).toEqual([]);
  const count = () => secrets.rows(`select from secrets.events where type = 'secret.passphrase_failed'`);
  const before = (await count()).length;
  const orphan = await secrets.useCases.concealSecret(aShare({ passphrase: 'plum' }), anonymous());
  await had(orphan.secretKey, 9);
  expect(await guess(orphan.secretKey)).toMatchObject({ code: 'secret.wrong-passphrase' });
  expect(await count()).toHaveLength(before);
});

test('where it cannot be recorded the guess is neither answered nor charged, and the next one tells', async () => {
  const patient = aCustomer();
  const { secretKey } = await secrets.useCases.concealSecret(aShare({ passphrase: 'plum' }), patient);
  await had(secretKey, 9);
  const events = { ...secrets.parts.ports.events, execute: () => Promise.reject(new OutageError('postgres')) };
  expect(await guess(secretKey, secrets.using({ events }))).toBeInstanceOf(OutageError);
  expect(await told(patient.accountRef)).toEqual([]);
  expect(await guess(secretKey)).toMatchObject({ code: 'secret.wrong-passphrase' });
  expect((await told(patient.accountRef)).map(({ data }) => data.count)).toEqual([10]);
});
