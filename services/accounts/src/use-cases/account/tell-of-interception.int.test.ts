import { deskTenant } from '@onceover/schema/events/tenants';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customer, mailsOf, signUp, someAddress } from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import { type Interception, tellOfInterceptionUseCase } from './tell-of-interception.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const tell = (accountRef: string, more: Partial<Interception> = {}) =>
  tellOfInterceptionUseCase(accounts.parts.services.account)({
    accountRef,
    secretId: newId(),
    reason: 'late',
    count: 10,
    ...more,
  });
const warningsTo = async (accountRef: string) =>
  (await mailsOf(accounts, accountRef)).filter(({ template }) => template === 'interception-suspected');
const recordedOf = async (accountRef: string) =>
  (
    await accounts.rows<{ data: object }>(
      `select data from accounts.events where tenant_ref = $1 and type = 'security.interception_suspected' order by xid, pos`,
      [accountRef],
    )
  ).map(({ data }) => data);

test('the owner is told which secret by its short key, of how many tries, at 10 and at 50 of each reason, once', async () => {
  const { email, accountRef } = await customer(accounts);
  const secretId = newId();
  await tell(accountRef, { secretId, count: 10 });
  await tell(accountRef, { secretId, count: 10 });
  await tell(accountRef, { secretId, count: 12 });
  expect(await warningsTo(accountRef)).toEqual([
    {
      template: 'interception-suspected',
      address: email,
      locale: 'en',
      shortkey: 'k3v9q2mx',
      reason: 'late',
      count: 10,
    },
  ]);
  await tell(accountRef, { secretId, count: 53 });
  await tell(accountRef, { secretId, count: 100 });
  await tell(accountRef, { secretId, count: 301 });
  await tell(accountRef, { secretId, reason: 'wrong-passphrase', count: 10 });
  const told = (await warningsTo(accountRef)).map((mail) => 'count' in mail && [mail.reason, mail.count]);
  expect(told).toEqual([
    ['late', 10],
    ['late', 53],
    ['wrong-passphrase', 10],
  ]);
  expect(await recordedOf(accountRef)).toMatchObject([
    { accountRef, secretId, reason: 'late', count: 10 },
    { accountRef, secretId, reason: 'late', count: 53 },
    { accountRef, secretId, reason: 'wrong-passphrase', count: 10 },
  ]);
});

test('nobody else is told: no account, no proven address, the desk, a disabled account', async () => {
  const unverified = await signUp(accounts, someAddress());
  const { accountRef: disabled } = await customer(accounts);
  await accounts.rows('update accounts.account set is_disabled = true where account_ref = $1', [disabled]);
  for (const accountRef of [newId(), deskTenant, unverified, disabled]) {
    await tell(accountRef);
    expect(await warningsTo(accountRef)).toEqual([]);
    expect(await recordedOf(accountRef)).toEqual([]);
  }
});

test('somebody with many links of one sender causes ten emails a day and no more', async () => {
  const { accountRef } = await customer(accounts);
  for (let secret = 0; secret < 12; secret += 1) await tell(accountRef);
  expect(await warningsTo(accountRef)).toHaveLength(10);
  accounts.clock.advance({ days: 1, seconds: 1 });
  await tell(accountRef);
  expect(await warningsTo(accountRef)).toHaveLength(11);
});

test('while the secrets cannot be asked it is tried again, and nothing is lost or used up', async () => {
  const { accountRef } = await customer(accounts);
  const found = { secretId: newId() };
  accounts.neighbours.isAway = true;
  for (let turn = 0; turn < 12; turn += 1) await expect(tell(accountRef, found)).rejects.toThrow();
  accounts.neighbours.isAway = false;
  await tell(accountRef, found);
  expect(await warningsTo(accountRef)).toHaveLength(1);
});
