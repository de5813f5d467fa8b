import { sessionBell } from '@onceover/schema/events/bells';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSignIn, customer, mailsOf, someVisitor } from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

/** A signed-in customer; `found` says at every ring whether the session could still be resolved then. */
async function watched() {
  const { email, accountRef } = await customer(accounts);
  const outcome = await accounts.useCases.signIn(aSignIn(email), someVisitor());
  const { id: sessionId } = outcome.session;
  const found: Promise<boolean>[] = [];
  const asked = { sessionId, rememberMe: null, userAgentFamily: 'x', extendsIdle: false, asker: someVisitor() };
  const listening = await accounts.bells.on(sessionBell(accountRef), () => {
    found.push(accounts.useCases.resolveSession(asked).then(({ session }) => session !== null));
  });
  return { email, accountRef, sessionId, found, listening };
}

test('signing out rings for the account, after the session has ended', async () => {
  const { sessionId, found } = await watched();
  await accounts.useCases.signOut({ sessionId, rememberMe: null }, someVisitor());
  expect(await Promise.all(found)).toContain(false);
});

test('signing in as somebody else rings for whoever was signed in before, after their session has ended', async () => {
  const { sessionId, accountRef, found } = await watched();
  const other = await customer(accounts);
  await accounts.useCases.signIn(aSignIn(other.email, { sessionId }), someVisitor());
  expect(await Promise.all(found)).toEqual([false]);
  expect((await accounts.eventTypes(accountRef)).at(-1)).toBe('security.signed_out');
});

test('signing in anew rings, after the session of before has ended; the trail needs no more than the sign-in', async () => {
  const { email, sessionId, accountRef, found } = await watched();
  await accounts.useCases.signIn(aSignIn(email, { sessionId }), someVisitor());
  expect(await Promise.all(found)).toEqual([false]);
  expect(await accounts.eventTypes(accountRef)).not.toContain('security.signed_out');
});

test('a browser that is only remembered signs out, too: its sessions end before the bell rings', async () => {
  const { email, accountRef } = await customer(accounts);
  const { session } = await accounts.useCases.signIn(aSignIn(email, { wantsRememberMe: true }), someVisitor());
  const left: Promise<unknown[]>[] = [];
  using _ = await accounts.bells.on(sessionBell(accountRef), () => {
    left.push(accounts.rows('select from accounts.session where account_ref = $1', [accountRef]));
  });
  await accounts.useCases.signOut({ sessionId: null, rememberMe: session.rememberMe }, someVisitor());
  expect(await Promise.all(left)).toEqual([[]]);
  expect((await accounts.eventTypes(accountRef)).at(-1)).toBe('security.signed_out');
});

test('a new password rings, after all sessions have ended', async () => {
  const { email, accountRef, found } = await watched();
  await accounts.useCases.requestPasswordReset({ email, locale: 'en' });
  await accounts.drain();
  const mail = (await mailsOf(accounts, accountRef)).find(({ template }) => template === 'password-reset');
  const resetKey = mail !== undefined && 'path' in mail ? mail.path.replace('/forgot/', '') : '';
  const password = 'a calmer harbour 7';
  await accounts.useCases.resetPassword({ resetKey, password, passwordConfirm: password }, someVisitor());
  expect((await Promise.all(found)).at(-1)).toBe(false);
});
