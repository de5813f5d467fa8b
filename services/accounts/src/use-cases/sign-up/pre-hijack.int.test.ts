import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aSignIn,
  aSignUp,
  customer,
  goodPassword,
  linkOf,
  mailsOf,
  openLink,
  signUp,
  someAddress,
  someVisitor,
} from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import { verifyAccountUseCase } from '../account/verify-account.ts';
import { handlePendingRequestUseCase } from './handle-pending-request.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const own = 'her own quiet orchard 9';
const withPassword = (password: string) => ({ password, passwordConfirm: password });
const verdict = (secretId: string, shown: { mark?: string; password?: string } = {}) =>
  accounts.useCases.checkVerification({ secretId, mark: null, password: null, ...shown });
const choose = (
  key: string,
  password = own,
  caller: Parameters<TestAccounts['useCases']['choosePassword']>[1] = someVisitor(),
) => accounts.useCases.choosePassword({ secretKey: key, ...withPassword(password) }, caller);
const signIn = (email: string, password: string) =>
  accounts.useCases.signIn(aSignIn(email, { password }), someVisitor()).then(
    ({ kind }) => kind,
    (error) => error.code,
  );
const stored = (accountRef: string) => accounts.parts.services.account.book.find(accountRef);

test('a link opens with the mark of the browser that signed up, or with the password of that sign-up', async () => {
  const email = someAddress();
  const { mark } = await accounts.useCases.signUp(aSignUp(email));
  await accounts.drain();
  const account = await accounts.parts.services.account.book.findByEmail(email);
  const { secretId } = linkOf(accounts, account?.accountRef ?? '');
  const other = await accounts.useCases.signUp(aSignUp(someAddress()));
  expect(await verdict(secretId)).toBe('needs-password');
  expect(await verdict(secretId, { mark: other.mark })).toBe('needs-password');
  expect(await verdict(secretId, { password: own })).toBe('needs-password');
  expect(await verdict(secretId, { mark })).toBe('open');
  expect(await verdict(secretId, { password: goodPassword })).toBe('open');
  expect(JSON.stringify(await stored(account?.accountRef ?? ''))).not.toContain(mark);
});

test('a newer sign-up takes the place of one that was never proven: password, plan, language, browser and links', async () => {
  const email = someAddress();
  const older = await accounts.useCases.signUp(aSignUp(email));
  await accounts.drain();
  const accountRef = (await accounts.parts.services.account.book.findByEmail(email))?.accountRef ?? '';
  const olderLink = linkOf(accounts, accountRef);
  accounts.clock.advance({ minutes: 2 });
  const newer = await accounts.useCases.signUp(aSignUp(email, { ...withPassword(own), locale: 'he' }));
  await accounts.drain();
  const { secretId } = linkOf(accounts, accountRef);
  expect(await verdict(olderLink.secretId, { mark: older.mark, password: goodPassword })).toBe('over');
  expect(await verdict(secretId, { mark: older.mark, password: goodPassword })).toBe('needs-password');
  expect(await verdict(secretId, { mark: newer.mark })).toBe('open');
  await expect(choose(olderLink.key)).rejects.toMatchObject({ code: 'secret.gone' });
  await openLink(accounts, accountRef);
  expect([await signIn(email, goodPassword), await signIn(email, own)]).toEqual([
    'account.bad-credentials',
    'signed-in',
  ]);
  expect((await mailsOf(accounts, accountRef)).map(({ template, locale }) => [template, locale])).toEqual([
    ['verify-account', 'en'],
    ['verify-account', 'he'],
  ]);
});

test('a link that was opened while a newer sign-up replaced its own verifies nobody', async () => {
  const email = someAddress();
  const accountRef = await signUp(accounts, email);
  const { secretId } = linkOf(accounts, accountRef);
  await accounts.useCases.signUp(aSignUp(email, withPassword(own)));
  await accounts.drain();
  await verifyAccountUseCase(accounts.parts.services.account)(accountRef, secretId);
  expect(await stored(accountRef)).toMatchObject({ isVerified: false });
  await openLink(accounts, accountRef);
  expect(await stored(accountRef)).toMatchObject({ isVerified: true });
});

test('a sign-up that the worker comes to late does not replace a newer one', async () => {
  const email = someAddress();
  const { account } = accounts.parts.services;
  accounts.neighbours.isAway = true;
  await accounts.useCases.signUp(aSignUp(email));
  const [late] = await accounts.rows<{ request_id: string }>('select request_id from accounts.pending_request');
  const request = await account.pending.find(late?.request_id ?? '');
  // The worker has tried in vain and rests: it must not handle the request as soon as its neighbours are back.
  await eventually(async () => {
    const resting = 'select 1 from accounts_jobs._private_jobs where attempts > 0 and locked_at is null';
    expect((await accounts.rows(resting)).length).toBeGreaterThan(0);
  });
  await account.pending.done(late?.request_id ?? '');
  accounts.neighbours.isAway = false;
  accounts.clock.advance({ minutes: 2 });
  const accountRef = await signUp(accounts, email, withPassword(own));
  const pending = { ...account.pending, find: async () => request };
  await handlePendingRequestUseCase({ ...account, pending })(late?.request_id ?? '');
  expect(await mailsOf(accounts, accountRef)).toHaveLength(1);
  await openLink(accounts, accountRef);
  expect(await signIn(email, own)).toBe('signed-in');
});

test('whoever proves the address chooses the password; nothing of the person who signed up is left', async () => {
  const email = someAddress();
  const accountRef = await signUp(accounts, email);
  const { key, secretId } = linkOf(accounts, accountRef);
  await choose(key);
  expect(await stored(accountRef)).toMatchObject({ isVerified: true, markHash: null });
  expect([await signIn(email, goodPassword), await signIn(email, own)]).toEqual([
    'account.bad-credentials',
    'signed-in',
  ]);
  expect(await verdict(secretId, { password: own })).toBe('over');
  await expect(choose(key, 'another orchard 10')).rejects.toMatchObject({ code: 'secret.gone' });
  expect((await mailsOf(accounts, accountRef)).map(({ template }) => template)).toContain('password-changed');
});

test.each([
  ['a day later', 1, own, 'secret.gone'],
  ['that is too short', 0, 'short', 'account.password-too-short'],
])('a link chooses no password %s', async (_which, days, password, code) => {
  const accountRef = await signUp(accounts, someAddress());
  accounts.clock.advance({ days });
  await expect(choose(linkOf(accounts, accountRef).key, password)).rejects.toMatchObject({ code });
  expect(await stored(accountRef)).toMatchObject({ isVerified: false });
});

test('a link chooses no password for somebody who is signed in, nor once the account is verified', async () => {
  const accountRef = await signUp(accounts, someAddress());
  const { key } = linkOf(accounts, accountRef);
  const stranger = await customer(accounts);
  const caller = { ...someVisitor(), kind: 'customer', accountRef: stranger.accountRef } as never;
  await expect(choose(key, own, caller)).rejects.toMatchObject({ code: 'secret.verification-while-signed-in' });
  await accounts.useCases.resendVerification({
    email: accounts.parts.services.account.book.emailOf((await stored(accountRef)) as never),
    locale: 'en',
  });
  await accounts.drain();
  await openLink(accounts, accountRef);
  await expect(choose(key)).rejects.toMatchObject({ code: 'secret.gone' });
});

test('links used at the same moment set one password', async () => {
  const accountRef = await signUp(accounts, someAddress());
  const { key } = linkOf(accounts, accountRef);
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => choose(key)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
