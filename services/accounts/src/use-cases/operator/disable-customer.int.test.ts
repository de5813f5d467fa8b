import { confirmationOf } from '@onceover/schema/confirmation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aSignIn,
  aSignUp,
  callerOf,
  customer,
  mailsOf,
  resolve,
  signedIn,
  signUp,
  someAddress,
  someVisitor,
} from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import { changeAccessUseCase } from '../account/change-access.ts';
import { changeRoleUseCase } from '../account/change-role.ts';
import { establishSession } from '../session/establish-session.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

async function recordOf(accountRef: string) {
  const record = await accounts.parts.services.account.book.find(accountRef);
  if (record === null) throw new Error('the account is gone');
  return record;
}
/** A colonel who has just proven both steps. */
async function colonel() {
  const { email, accountRef } = await customer(accounts);
  const before = await callerOf(accounts, (await signedIn(accounts, email)).id);
  await changeRoleUseCase(accounts.parts.services.account)(await recordOf(accountRef), 'colonel');
  return { ...before, role: 'colonel', hasSecondFactor: true, provenAt: accounts.clock.now().getTime() } as const;
}
const wish = (id: string) => ({ id, confirmation: confirmationOf(id), reasonCode: 'abuse' });
const templates = async (accountRef: string) =>
  (await mailsOf(accounts, accountRef)).map(({ template }) => template).filter((each) => each !== 'verify-account');
const badCredentials = { code: 'account.bad-credentials' };
const byCommand = ['command-line', 'command-line'] as const;

test('a disabled account has no session and no sign-in, and its owner is told; enabled again, it has both', async () => {
  const [operator, nina] = [await colonel(), await customer(accounts)];
  const { id, rememberMe } = await signedIn(accounts, nina.email, { wantsRememberMe: true });
  const changed = await accounts.useCases.disableCustomer(wish(nina.accountRef), operator);
  expect(changed).toMatchObject({ accountRef: nina.accountRef, isDisabled: true });
  const [beside] = await accounts.rows<{ types: string[]; reasons: string[] }>(
    `select array_agg(e.type order by e.pos) as types, array_agg(e.data->>'reasonCode' order by e.pos) as reasons
     from accounts.events e where e.xid = (select o.xid from accounts.events o where o.stream_id = $1 and o.type = 'account.disabled')`,
    [nina.accountRef],
  );
  expect(beside).toEqual({
    types: ['account.disabled', 'security.session_revoked', 'operator.action_taken'],
    reasons: ['abuse', 'operator', 'abuse'],
  });
  expect((await resolve(accounts, id, { rememberMe })).session).toBeNull();
  await expect(accounts.useCases.signIn(aSignIn(nina.email), someVisitor())).rejects.toMatchObject(badCredentials);
  await accounts.drain();
  expect(await templates(nina.accountRef)).toEqual(['account-disabled']);

  expect(await accounts.useCases.enableCustomer(wish(nina.accountRef), operator)).toMatchObject({ isDisabled: false });
  expect((await resolve(accounts, id, { rememberMe })).session).toBeNull();
  await signedIn(accounts, nina.email);
  await accounts.drain();
  expect(await templates(nina.accountRef)).toEqual(['account-disabled', 'account-enabled']);
});

test('API tokens of a disabled account do not work, and do again once it is enabled', async () => {
  const [operator, nina] = [await colonel(), await customer(accounts)];
  const caller = await callerOf(accounts, (await signedIn(accounts, nina.email)).id);
  const { text: token } = await accounts.useCases.replaceApiToken(caller);
  const question = () => accounts.useCases.resolveToken({ custid: nina.email, token, network: someVisitor().network });
  expect((await question()).kind).toBe('customer');
  await accounts.useCases.disableCustomer(wish(nina.accountRef), operator);
  expect((await question()).kind).toBe('refused');
  await accounts.useCases.enableCustomer(wish(nina.accountRef), operator);
  expect((await question()).kind).toBe('customer');
});

test('somebody who signs in while the account is being disabled is refused, and has no session later', async () => {
  const { email, accountRef } = await customer(accounts);
  const { account: ports } = accounts.parts.services;
  const account = await recordOf(accountRef);
  await changeAccessUseCase(ports)(account, 'disabled', ...byCommand);
  const late = { account, method: 'password', wantsRememberMe: true, userAgentFamily: 'x', deviceMark: null } as const;
  await expect(establishSession(ports, { ...late, caller: someVisitor() })).rejects.toMatchObject(badCredentials);
  await changeAccessUseCase(ports)(account, 'enabled', ...byCommand);
  expect(await accounts.rows('select from accounts.session where account_ref = $1', [accountRef])).toEqual([]);
  await signedIn(accounts, email);
});

test('what is so already changes nothing, records nothing and tells nobody', async () => {
  const [operator, nina] = [await colonel(), await customer(accounts)];
  await accounts.useCases.enableCustomer(wish(nina.accountRef), operator);
  await accounts.useCases.disableCustomer(wish(nina.accountRef), operator);
  await accounts.useCases.disableCustomer(wish(nina.accountRef), operator);
  await accounts.drain();
  const types = await accounts.eventTypes(nina.accountRef);
  expect(types.filter((type) => /abled/.test(type))).toEqual(['account.disabled', 'account.disabled_told']);
  const actions = `select from accounts.events where type = 'operator.action_taken' and tenant_ref = $1`;
  expect(await accounts.rows(actions, [nina.accountRef])).toHaveLength(1);
  expect(await templates(nina.accountRef)).toEqual(['account-disabled']);
});

test('whoever asks for a new password of a disabled account is answered as ever, and its owner is told why none comes', async () => {
  const { email, accountRef } = await customer(accounts);
  await changeAccessUseCase(accounts.parts.services.account)(await recordOf(accountRef), 'disabled', ...byCommand);
  await accounts.drain();
  await accounts.useCases.requestPasswordReset({ email, locale: 'en' });
  await accounts.useCases.resendVerification({ email, locale: 'en' });
  await accounts.useCases.signUp(aSignUp(email));
  await accounts.drain();
  expect(await templates(accountRef)).toEqual(['account-disabled', 'account-disabled']);
  for (let more = 0; more < 6; more += 1) await accounts.useCases.requestPasswordReset({ email, locale: 'en' });
  await accounts.drain();
  expect(await templates(accountRef)).toHaveLength(6);
});

test('a reset link from before does not open a disabled account, and an address that was never proven is told nothing', async () => {
  const { account } = accounts.parts.services;
  const { email, accountRef } = await customer(accounts);
  await accounts.useCases.requestPasswordReset({ email, locale: 'en' });
  await accounts.drain();
  const link = (await mailsOf(accounts, accountRef)).at(-1);
  const resetKey = link?.template === 'password-reset' ? link.path.replace('/forgot/', '') : '';
  await changeAccessUseCase(account)(await recordOf(accountRef), 'disabled', ...byCommand);
  const reset = { resetKey, password: 'quiet harbour 43', passwordConfirm: 'quiet harbour 43' };
  await expect(accounts.useCases.resetPassword(reset, someVisitor())).rejects.toMatchObject({
    code: 'account.bad-reset-key',
  });
  const unproven = await signUp(accounts, someAddress());
  await changeAccessUseCase(account)(await recordOf(unproven), 'disabled', ...byCommand);
  await accounts.drain();
  expect(await templates(unproven)).toEqual([]);
});

test('enabled again before anybody was told, its owner hears only that it works', async () => {
  const { accountRef } = await customer(accounts);
  const { account } = accounts.parts.services;
  const record = await recordOf(accountRef);
  const notYet = { ...account, pending: { ...account.pending, put: async () => undefined } };
  await changeAccessUseCase(notYet)(record, 'disabled', ...byCommand);
  await changeAccessUseCase(account)(record, 'enabled', ...byCommand);
  const late = { kind: 'account-disabled', email: account.book.emailOf(record), locale: 'en' } as const;
  await account.pending.put(crypto.randomUUID(), late, accounts.clock.now());
  await accounts.drain();
  expect(await templates(accountRef)).toEqual(['account-enabled']);
});

test('nobody disables their own account, and of the last two colonels one remains', async () => {
  await accounts.rows(`update accounts.account set role = 'customer'`);
  const [one, other] = [await colonel(), await colonel()];
  await expect(accounts.useCases.disableCustomer(wish(one.accountRef), one)).rejects.toMatchObject({
    code: 'account.own-account',
  });
  const outcomes = await Promise.allSettled([
    accounts.useCases.disableCustomer(wish(other.accountRef), one),
    accounts.useCases.disableCustomer(wish(one.accountRef), other),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = outcomes.find(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({ reason: { code: 'account.last-colonel' } });
  const left = await accounts.rows<{ account_ref: string }>(
    `select account_ref from accounts.account where role = 'colonel' and not is_disabled`,
  );
  expect(left).toHaveLength(1);
  const last = await recordOf(left[0]?.account_ref ?? '');
  const again = changeAccessUseCase(accounts.parts.services.account)(last, 'disabled', ...byCommand);
  await expect(again).rejects.toMatchObject({ code: 'account.last-colonel' });
  expect(await recordOf(last.accountRef)).toMatchObject({ isDisabled: false });
});

test('without the rights of a colonel, a fresh proof, or the end of the id nothing is done', async () => {
  const [operator, nina] = [await colonel(), await customer(accounts)];
  const ask = (change: object, caller = operator) =>
    accounts.useCases.disableCustomer({ ...wish(nina.accountRef), ...change }, caller);
  await expect(ask({ confirmation: 'x' })).rejects.toMatchObject({ code: 'account.wrong-confirmation' });
  await expect(ask({}, { ...operator, provenAt: 0 })).rejects.toMatchObject({
    code: 'account.reauthentication-required',
  });
  for (const other of [
    { ...operator, hasSecondFactor: false },
    await callerOf(accounts, (await signedIn(accounts, nina.email)).id),
  ])
    await expect(accounts.useCases.disableCustomer(wish(nina.accountRef), other)).rejects.toMatchObject({
      name: 'NotAuthorizedError',
    });
  expect(await recordOf(nina.accountRef)).toMatchObject({ isDisabled: false });
});
