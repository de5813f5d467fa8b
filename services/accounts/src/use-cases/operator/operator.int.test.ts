import { metaField } from '@onceover/event-store';
import { confirmationOf } from '@onceover/schema/confirmation';
import { operatorTenant } from '@onceover/schema/events/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from '../../adapters/crypto/one-time-codes.ts';
import {
  aSignIn,
  callerOf,
  customer,
  goodPassword,
  mailsOf,
  resolve,
  signedIn,
  someVisitor,
} from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import { changeRoleUseCase } from '../account/change-role.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

async function codeNow(accountRef: string): Promise<string> {
  accounts.clock.advance({ seconds: 60 });
  const twoStep = await accounts.parts.services.account.twoStep.find(accountRef);
  return codeAt(twoStep?.seed ?? Buffer.alloc(20), Math.floor(accounts.clock.now().getTime() / 30_000));
}
async function withTwoStep() {
  const { email, accountRef } = await customer(accounts);
  const caller = await callerOf(accounts, (await signedIn(accounts, email)).id);
  await accounts.useCases.beginTwoStep(goodPassword, caller);
  await accounts.useCases.enableTwoStep(await codeNow(accountRef), caller);
  return { email, accountRef };
}
/** A colonel who signed in with both steps a moment ago. */
async function colonel() {
  const { email, accountRef } = await withTwoStep();
  const { account } = accounts.parts.services;
  const record = await account.book.find(accountRef);
  if (record === null) throw new Error('the account is gone');
  await changeRoleUseCase(account)(record, 'colonel');
  const waiting = await accounts.useCases.signIn(aSignIn(email), someVisitor());
  const second = { sessionId: waiting.session.id, code: await codeNow(accountRef), deviceMark: null };
  const { session } = await accounts.useCases.confirmSecondStep(second, someVisitor());
  return { accountRef, id: session.id, caller: () => callerOf(accounts, session.id) };
}
const actions = async (tenant: string) =>
  (
    await accounts.rows<{ data: object; surface: string; by: string | null }>(
      `select data, ${metaField('surface')} as surface, ${metaField('actorRef')} as by from accounts.events e
       where type = 'operator.action_taken' and tenant_ref = $1 order by pos`,
      [tenant],
    )
  ).map(({ data, surface, by }) => ({ ...data, surface, by }));
const wish = (id: string) => ({ id, confirmation: confirmationOf(id), reasonCode: 'owner-asked' });
const required = { code: 'account.reauthentication-required' };

test('a change is recorded in its own commit, with the colonel, the reason and whom it concerned', async () => {
  const [operator, nina] = [await colonel(), await withTwoStep()];
  const before = await signedIn(accounts, (await customer(accounts)).email);
  const caller = await operator.caller();
  const changed = await accounts.useCases.changeCustomerPlan({ ...wish(nina.accountRef), plan: 'identity' }, caller);
  expect(changed).toMatchObject({ accountRef: nina.accountRef, planId: 'identity' });
  expect(await actions(nina.accountRef)).toEqual([
    {
      operatorRef: operator.accountRef,
      action: 'plan_changed',
      targetKind: 'account',
      targetRef: nina.accountRef,
      reasonCode: 'owner-asked',
      surface: 'web',
      by: operator.accountRef,
    },
  ]);
  expect((await resolve(accounts, before.id)).session).not.toBeNull();
  const [beside] = await accounts.rows<{ types: string[] }>(
    `select array_agg(e.type order by e.pos) as types from accounts.events e
     where e.xid = (select o.xid from accounts.events o where o.tenant_ref = $1 and o.type = 'operator.action_taken')`,
    [nina.accountRef],
  );
  expect(beside?.types).toEqual(['account.plan_changed', 'operator.action_taken']);
});

test('a colonel ends the sessions of a customer, and removes the second factor, of which the owner is told', async () => {
  const [operator, nina] = [await colonel(), await withTwoStep()];
  await accounts.useCases.removeCustomerTwoStep(wish(nina.accountRef), await operator.caller());
  const { id } = await signedIn(accounts, nina.email);
  await accounts.drain();
  expect((await mailsOf(accounts, nina.accountRef)).at(-1)).toMatchObject({ template: 'two-step-removed' });
  expect(await accounts.useCases.listSessionsOf({ ...nina, role: 'customer' }, await operator.caller())).toHaveLength(
    1,
  );
  await accounts.useCases.endCustomerSessions(wish(nina.accountRef), await operator.caller());
  expect((await resolve(accounts, id)).session).toBeNull();
  expect((await actions(nina.accountRef)).map((each) => 'action' in each && each.action)).toEqual([
    'two_step_removed',
    'sessions_ended',
  ]);
});

test('fifteen minutes after the proof a change needs a new one; then it goes on', async () => {
  const [operator, nina] = [await colonel(), await withTwoStep()];
  const end = async () => accounts.useCases.endCustomerSessions(wish(nina.accountRef), await operator.caller());
  await end();
  accounts.clock.advance({ seconds: 15 * 60 });
  await resolve(accounts, operator.id);
  await expect(end()).rejects.toMatchObject(required);
  expect(await actions(nina.accountRef)).toHaveLength(1);
  const proof = { password: goodPassword, code: await codeNow(operator.accountRef) };
  const until = await accounts.useCases.confirmIdentity(proof, await operator.caller());
  expect(until.getTime()).toBe(accounts.clock.now().getTime() + 15 * 60_000);
  await end();
  expect(await actions(nina.accountRef)).toHaveLength(2);
});

test('a proof of yesterday, and one from the future, are none', async () => {
  const [operator, nina] = [await colonel(), await withTwoStep()];
  const caller = await operator.caller();
  const now = accounts.clock.now().getTime();
  for (const provenAt of [now - 86_400_000, now + 60_000]) {
    const change = accounts.useCases.endCustomerSessions(wish(nina.accountRef), { ...caller, provenAt });
    await expect(change).rejects.toMatchObject(required);
  }
});

test('a proof cannot be guessed: after five wrong ones there is no answer for a while', async () => {
  const operator = await colonel();
  const caller = await operator.caller();
  const wrong = () => accounts.useCases.confirmIdentity({ password: 'not this one', code: '000000' }, caller);
  for (let count = 0; count < 5; count += 1) {
    await expect(wrong()).rejects.toMatchObject({ code: 'account.wrong-password' });
  }
  await expect(wrong()).rejects.toMatchObject({ code: 'account.too-many-tries' });
});

test('the right password with a wrong code proves nothing', async () => {
  const operator = await colonel();
  accounts.clock.advance({ seconds: 20 * 60 });
  const caller = await operator.caller();
  await expect(
    accounts.useCases.confirmIdentity({ password: goodPassword, code: 'AAAAA-AAAAA' }, caller),
  ).rejects.toMatchObject({ code: 'account.wrong-code' });
  await expect(
    accounts.useCases.endCustomerSessions(wish(operator.accountRef), await operator.caller()),
  ).rejects.toMatchObject(required);
});

test('nobody changes their own account, an unknown one, or gives a plan that no account has', async () => {
  const [operator, nina] = [await colonel(), await withTwoStep()];
  const caller = await operator.caller();
  const own = { code: 'account.own-account' };
  await expect(accounts.useCases.removeCustomerTwoStep(wish(operator.accountRef), caller)).rejects.toMatchObject(own);
  const unknown = { code: 'account.unknown-customer' };
  for (const id of [crypto.randomUUID(), 'nobody'])
    await expect(accounts.useCases.endCustomerSessions(wish(id), caller)).rejects.toMatchObject(unknown);
  for (const plan of ['anonymous', 'platinum']) {
    const change = accounts.useCases.changeCustomerPlan({ ...wish(nina.accountRef), plan }, caller);
    await expect(change).rejects.toMatchObject({ code: 'account.unknown-plan' });
  }
  expect(await actions(nina.accountRef)).toEqual([]);
});

test('a look-up by address is recorded before the answer, by reference, whether or not somebody is found', async () => {
  const [operator, nina] = [await colonel(), await customer(accounts)];
  const caller = await operator.caller();
  const found = await accounts.useCases.lookUpCustomer(` ${nina.email.toUpperCase()} `, caller);
  expect(found).toMatchObject({ accountRef: nina.accountRef });
  expect(await accounts.useCases.lookUpCustomer('nobody@example.test', caller)).toBeNull();
  const lookUps = (await actions(operatorTenant)).filter(({ by }) => by === operator.accountRef);
  expect(lookUps).toMatchObject([
    { action: 'looked_up', targetRef: nina.accountRef },
    { action: 'looked_up', targetRef: 'nobody' },
  ]);
  expect(JSON.stringify(lookUps)).not.toContain('@');
});

test('colonels without a second step, customers and visitors can do none of it', async () => {
  const [operator, nina] = [await colonel(), await withTwoStep()];
  const proven = await operator.caller();
  const customerNow = await callerOf(accounts, (await signedIn(accounts, (await customer(accounts)).email)).id);
  const token = { kind: 'token', ref: 'token', scopes: ['account'] } as const;
  const others = [{ ...proven, hasSecondFactor: false }, { ...proven, credential: token }, customerNow, someVisitor()];
  for (const other of others) {
    const refusal = { name: 'NotAuthorizedError' };
    const { useCases } = accounts;
    await expect(useCases.endCustomerSessions(wish(nina.accountRef), other)).rejects.toMatchObject(refusal);
    await expect(useCases.lookUpCustomer(nina.email, other)).rejects.toMatchObject(refusal);
    await expect(useCases.confirmIdentity({ password: goodPassword, code: '1' }, other)).rejects.toMatchObject(refusal);
  }
});
