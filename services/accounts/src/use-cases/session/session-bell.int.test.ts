import { sessionBell } from '@onceover/service-kit/bells';
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
  const listening = accounts.parts.bells.on(sessionBell(accountRef), () => {
    found.push(accounts.useCases.resolveSession(asked).then(({ session }) => session !== null));
  });
  return { email, accountRef, sessionId, found, listening };
}

test('signing out rings for the account, after the session has ended', async () => {
  const { sessionId, found } = await watched();
  await accounts.useCases.signOut({ sessionId, rememberMe: null }, someVisitor());
  expect(await Promise.all(found)).toContain(false);
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
