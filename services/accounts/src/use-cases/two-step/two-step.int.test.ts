import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeAt } from '../../adapters/crypto/one-time-codes.ts';
import {
  aSignIn,
  callerOf,
  customer,
  goodPassword,
  resolve,
  signedIn,
  someVisitor,
  visitor,
} from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import { changeRoleUseCase } from '../account/change-role.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

async function somebody() {
  const { email, accountRef } = await customer(accounts);
  const { id } = await signedIn(accounts, email);
  return { email, accountRef, id, caller: await callerOf(accounts, id) };
}
async function codeNow(accountRef: string, steps = 0): Promise<string> {
  const twoStep = await accounts.parts.services.account.twoStep.find(accountRef);
  const step = Math.floor(accounts.clock.now().getTime() / 30_000);
  return codeAt(twoStep?.seed ?? Buffer.alloc(20), step + steps);
}
const wrongCode = async (accountRef: string) =>
  String((Number(await codeNow(accountRef, 50)) + 1) % 1_000_000).padStart(6, '0');
async function enabled() {
  const person = await somebody();
  const { uri, manualKey } = await accounts.useCases.beginTwoStep(goodPassword, person.caller);
  const recoveryCodes = await accounts.useCases.enableTwoStep(await codeNow(person.accountRef), person.caller);
  accounts.clock.advance({ seconds: 90 });
  return { ...person, uri, manualKey, recoveryCodes };
}
async function waiting(email: string): Promise<string> {
  return (await accounts.useCases.signIn(aSignIn(email), someVisitor())).session.id;
}
const confirm = (sessionId: string, code: string) =>
  accounts.useCases.confirmSecondStep({ sessionId, code, deviceMark: null }, someVisitor());

describe('two-step sign-in', () => {
  test('is not on before a first code confirms the key', async () => {
    const { email, accountRef, caller } = await somebody();
    await accounts.useCases.beginTwoStep(goodPassword, caller);
    expect((await accounts.useCases.signIn(aSignIn(email), someVisitor())).kind).toBe('signed-in');
    await expect(accounts.useCases.enableTwoStep(await wrongCode(accountRef), caller)).rejects.toMatchObject({
      code: 'account.wrong-code',
    });
    expect((await accounts.useCases.signIn(aSignIn(email), someVisitor())).kind).toBe('signed-in');
  });

  test('gives a key that apps can read, and ten recovery codes', async () => {
    const { email, uri, manualKey, recoveryCodes } = await enabled();
    expect(manualKey).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(`otpauth://totp/Onceover:${encodeURIComponent(email)}?secret=${manualKey}&issuer=Onceover`);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  });

  test('ends the other sessions when it is turned on, and events record it', async () => {
    const { email, accountRef, caller, id } = await somebody();
    const other = await signedIn(accounts, email);
    await accounts.useCases.beginTwoStep(goodPassword, caller);
    await accounts.useCases.enableTwoStep(await codeNow(accountRef), caller);
    expect((await resolve(accounts, other.id)).session).toBeNull();
    expect((await resolve(accounts, id)).session?.customer).toMatchObject({
      isTwoStepOn: true,
      hasSecondFactor: false,
    });
    expect((await accounts.eventTypes(accountRef)).slice(-2)).toEqual([
      'security.totp_changed',
      'security.session_revoked',
    ]);
  });

  test('accepts each code once, those of the step before and after included', async () => {
    const { email, accountRef } = await enabled();
    const now = await codeNow(accountRef);
    const before = await codeNow(accountRef, -1);
    const after = await codeNow(accountRef, 1);
    await confirm(await waiting(email), now);
    await expect(confirm(await waiting(email), now)).rejects.toMatchObject({ code: 'account.wrong-code' });
    await expect(confirm(await waiting(email), before)).rejects.toMatchObject({ code: 'account.wrong-code' });
    await confirm(await waiting(email), after);
    await expect(confirm(await waiting(email), await codeNow(accountRef, 2))).rejects.toMatchObject({
      code: 'account.wrong-code',
    });
  });

  test('accepts one code for one of many requests at once', async () => {
    const { email, accountRef } = await enabled();
    const sessions = await Promise.all([1, 2, 3, 4].map(() => waiting(email)));
    const code = await codeNow(accountRef);
    const outcomes = await Promise.allSettled(sessions.map((session) => confirm(session, code)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('accepts a recovery code once, however it is typed', async () => {
    const { email, accountRef, recoveryCodes } = await enabled();
    const [first = '', second = ''] = recoveryCodes;
    await confirm(await waiting(email), first.toLowerCase().replace('-', ' '));
    await expect(confirm(await waiting(email), first)).rejects.toMatchObject({ code: 'account.wrong-code' });
    await confirm(await waiting(email), second);
    const { id } = (await confirm(await waiting(email), await codeNow(accountRef))).session;
    const view = await accounts.useCases.viewAccount(await callerOf(accounts, id));
    if (view === null) throw new Error('nobody is signed in');
    expect(view.isTwoStepOn).toBe(true);
    expect(await accounts.useCases.countRecoveryCodes(view)).toBe(8);
  });

  test('records each recovery code that was used, and none that was refused', async () => {
    const { email, accountRef, recoveryCodes } = await enabled();
    const used = async () =>
      (await accounts.eventTypes(accountRef)).filter((type) => type === 'security.recovery_code_used').length;
    await confirm(await waiting(email), await codeNow(accountRef));
    expect(await used()).toBe(0);
    const [first = ''] = recoveryCodes;
    const sessions = [await waiting(email), await waiting(email)];
    const outcomes = await Promise.allSettled(sessions.map((session) => confirm(session, first)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await used()).toBe(1);
  });

  test('accepts five wrong codes in 15 minutes, then not even the right one', async () => {
    const { email, accountRef } = await enabled();
    const session = await waiting(email);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(confirm(session, await wrongCode(accountRef))).rejects.toMatchObject({ code: 'account.wrong-code' });
    }
    await expect(confirm(session, await codeNow(accountRef))).rejects.toMatchObject({ code: 'account.too-many-tries' });
    accounts.clock.advance({ minutes: 15 });
    await confirm(await waiting(email), await codeNow(accountRef));
    expect((await accounts.eventTypes(accountRef)).filter((type) => type === 'security.sign_in_failed')).toHaveLength(
      5,
    );
  });

  test('new recovery codes stop the old ones', async () => {
    const { email, accountRef, caller, recoveryCodes } = await enabled();
    const renewed = await accounts.useCases.renewRecoveryCodes(await codeNow(accountRef), caller);
    await expect(confirm(await waiting(email), recoveryCodes[0] ?? '')).rejects.toMatchObject({
      code: 'account.wrong-code',
    });
    await confirm(await waiting(email), renewed[0] ?? '');
  });

  test('is turned off by password and code', async () => {
    const { email, accountRef, caller, recoveryCodes } = await enabled();
    const code = await codeNow(accountRef);
    await expect(accounts.useCases.disableTwoStep('no', code, caller)).rejects.toMatchObject({
      code: 'account.wrong-password',
    });
    await expect(
      accounts.useCases.disableTwoStep(goodPassword, await wrongCode(accountRef), caller),
    ).rejects.toMatchObject({
      code: 'account.wrong-code',
    });
    await accounts.useCases.disableTwoStep(goodPassword, recoveryCodes[0] ?? '', caller);
    expect((await accounts.useCases.signIn(aSignIn(email), someVisitor())).kind).toBe('signed-in');
  });

  test('refuses steps that are out of order', async () => {
    const { caller } = await somebody();
    const { useCases } = accounts;
    for (const attempt of [
      () => useCases.enableTwoStep('123456', caller),
      () => useCases.renewRecoveryCodes('123456', caller),
      () => useCases.disableTwoStep(goodPassword, '123456', caller),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'account.two-step-not-begun' });
    }
    await expect(useCases.beginTwoStep('no', caller)).rejects.toMatchObject({ code: 'account.wrong-password' });
    const on = await enabled();
    await expect(useCases.beginTwoStep(goodPassword, on.caller)).rejects.toMatchObject({
      code: 'account.two-step-already-on',
    });
    await expect(useCases.enableTwoStep('123456', on.caller)).rejects.toMatchObject({
      code: 'account.two-step-not-begun',
    });
  });

  test('is for browsers only', async () => {
    const { caller } = await somebody();
    const token = { ...caller, credential: { kind: 'token', ref: 't', scopes: ['account'] } } as const;
    await expect(accounts.useCases.beginTwoStep(goodPassword, token)).rejects.toThrow('not authorized');
    await expect(accounts.useCases.beginTwoStep(goodPassword, visitor)).rejects.toThrow('not authorized');
  });
});

test('a colonel has rights only in a session that passed the second step', async () => {
  const { email, accountRef } = await enabled();
  const { account } = accounts.parts.services;
  const record = await account.book.find(accountRef);
  if (record === null) throw new Error('the account is gone');
  await changeRoleUseCase(account)(record, 'colonel');
  const { id } = (await confirm(await waiting(email), await codeNow(accountRef))).session;
  expect((await resolve(accounts, id)).session?.customer).toMatchObject({ role: 'colonel', hasSecondFactor: true });
  const plain = await somebody();
  const other = await account.book.find(plain.accountRef);
  if (other === null) throw new Error('the account is gone');
  await changeRoleUseCase(account)(other, 'colonel');
  const without = await signedIn(accounts, plain.email);
  expect((await resolve(accounts, without.id)).session?.customer).toMatchObject({
    role: 'colonel',
    hasSecondFactor: false,
  });
});
