import type { Caller } from '@onceover/schema/caller';
import { operatorTenant } from '@onceover/schema/events/tenants';
import { customer } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usagePortsOf } from '../../adapters.ts';
import { startTestFoundation, type TestFoundation } from '../../test-support/test-foundation.ts';
import { type FoundCustomers, listCustomersUseCase, type WantedCustomers } from './list-customers.ts';

let accounts: TestFoundation;
beforeAll(async () => {
  accounts = await startTestFoundation();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const colonel = (ref = newId()) => customer(ref, { role: 'colonel', hasSecondFactor: true });
const list = (wanted: Partial<WantedCustomers> = {}, caller: Caller = colonel()) =>
  listCustomersUseCase({ ...accounts.foundation, ...usagePortsOf(accounts.foundation) })(
    { first: 50, after: null, planId: null, isVerified: null, isDisabled: null, ...wanted },
    caller,
  );
/** References of one millisecond have no order: each account is made in one of its own. */
const aLaterAccount: typeof accounts.anAccount = (change) => {
  const before = Date.now();
  while (Date.now() === before);
  return accounts.anAccount(change);
};
const refsOf = ({ customers }: FoundCustomers) => customers.map(({ accountRef }) => accountRef);

test('is newest first, a page at a time, also after a customer who has left', async () => {
  await accounts.rows('delete from accounts.account');
  const refs: string[] = [];
  for (let index = 0; index < 5; index += 1) refs.unshift(await aLaterAccount());
  const first = await list({ first: 2 });
  expect(refsOf(first)).toEqual(refs.slice(0, 2));
  await accounts.rows('delete from accounts.account where account_ref = $1', [first.end]);
  const second = await list({ first: 2, after: first.end });
  expect(refsOf(second)).toEqual(refs.slice(2, 4));
  const last = await list({ first: 2, after: second.end });
  expect(refsOf(last)).toEqual(refs.slice(4));
  expect(last.end).toBeNull();
  expect((await list({ first: 4 })).end).toBeNull();
});

test('can be of one plan, and of those who proved their address or did not', async () => {
  await accounts.rows('delete from accounts.account');
  const nina = await aLaterAccount({ planId: 'basic' });
  const otto = await aLaterAccount({ planId: 'basic', isVerified: false });
  const paul = await aLaterAccount({ isVerified: false });
  expect(refsOf(await list({ planId: 'basic' }))).toEqual([otto, nina]);
  expect(refsOf(await list({ isVerified: false }))).toEqual([paul, otto]);
  expect(refsOf(await list({ planId: 'basic', isVerified: true }))).toEqual([nina]);
  expect(await list({ planId: 'no such plan' })).toEqual({ customers: [], end: null });
});

test('can be of those that are disabled, or are not', async () => {
  await accounts.rows('delete from accounts.account');
  const nina = await aLaterAccount();
  const otto = await aLaterAccount();
  await accounts.rows('update accounts.account set is_disabled = true where account_ref = $1', [nina]);
  expect(refsOf(await list({ isDisabled: true }))).toEqual([nina]);
  expect(refsOf(await list({ isDisabled: false }))).toEqual([otto]);
  expect((await list()).customers).toMatchObject([{ isDisabled: false }, { isDisabled: true }]);
});

test('has at least one and at most two hundred to a page', async () => {
  await accounts.rows('delete from accounts.account');
  for (let index = 0; index < 202; index += 1) await accounts.anAccount();
  expect(refsOf(await list({ first: -5 }))).toHaveLength(1);
  expect(refsOf(await list({ first: 1_000_000 }))).toHaveLength(200);
});

test('is for colonels', async () => {
  await expect(list({}, customer(newId()))).rejects.toMatchObject({ name: 'NotAuthorizedError' });
});

test('each page is recorded, by the customer after whom it begins; a page that is refused is not', async () => {
  const after = await accounts.anAccount();
  const [someone, stranger] = [colonel(newId()), customer(newId())];
  await list({}, someone);
  await list({ after }, someone);
  await expect(list({}, stranger)).rejects.toThrow();
  const recorded = await accounts.rows(
    `select data, tenant_ref as tenant from accounts.events
     where type = 'operator.action_taken' and data->>'operatorRef' = any($1) order by data->>'targetRef' desc`,
    [[someone.accountRef, stranger.accountRef]],
  );
  const data = { operatorRef: someone.accountRef, action: 'listed', targetKind: 'account', reasonCode: 'by-list' };
  expect(recorded).toEqual([
    { data: { ...data, targetRef: 'newest' }, tenant: operatorTenant },
    { data: { ...data, targetRef: after }, tenant: operatorTenant },
  ]);
});
