import { ownOrigin } from '@onceover/service-kit/origin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aSignIn, customer, someAddress, someVisitor } from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const wrong = 'stormy harbour 42';
const codeOf = (email: string, change = {}, caller = someVisitor()) =>
  accounts.useCases.signIn(aSignIn(email, change), caller).then(
    ({ kind }) => kind,
    (error: { code?: string }) => error.code,
  );
/** Wrong passwords for one address, each from another network. */
async function attack(email: string, tries = 38): Promise<void> {
  for (let sent = 0; sent < tries; sent += 1) await codeOf(email, { password: wrong });
}
async function markOf(email: string): Promise<string> {
  const outcome = await accounts.useCases.signIn(aSignIn(email), someVisitor());
  if (outcome.kind !== 'signed-in') throw new Error('a second step is wanted');
  return outcome.deviceMark;
}

describe('38 wrong passwords from rotating networks', () => {
  test('do not shut the owner out of a browser that signed in before', async () => {
    const { email } = await customer(accounts);
    const deviceMark = await markOf(email);
    await attack(email);
    expect(await codeOf(email)).toBe('account.captcha-required');
    expect(await codeOf(email, { deviceMark })).toBe('signed-in');
  });

  test('do not shut the owner out of a new browser: a solved captcha passes', async () => {
    const { email } = await customer(accounts);
    await attack(email);
    expect(await codeOf(email, { hasSolvedCaptcha: true })).toBe('signed-in');
  });

  test('are answered alike for an address without an account', async () => {
    const email = someAddress();
    await attack(email);
    expect(await codeOf(email)).toBe('account.captcha-required');
    expect(await codeOf(email, { hasSolvedCaptcha: true, password: wrong })).toBe('account.bad-credentials');
  });
});

describe('the mark of a browser', () => {
  test('is for its account only, and nobody else`s is adopted', async () => {
    const [mine, other] = [await customer(accounts), await customer(accounts)];
    const deviceMark = await markOf(mine.email);
    await attack(other.email);
    expect(await codeOf(other.email, { deviceMark })).toBe('account.captcha-required');
    const planted = 'P'.repeat(43);
    const outcome = await accounts.useCases.signIn(aSignIn(mine.email, { deviceMark: planted }), someVisitor());
    expect(outcome.kind === 'signed-in' && outcome.deviceMark).not.toBe(planted);
    const again = await accounts.useCases.signIn(aSignIn(mine.email, { deviceMark }), someVisitor());
    expect(again.kind === 'signed-in' && again.deviceMark).toBe(deviceMark);
    const rows = await accounts.rows('select * from accounts.device_mark');
    expect(JSON.stringify(rows)).not.toContain(deviceMark);
  });

  test('is good for ten wrong passwords, should somebody have stolen it', async () => {
    const { email } = await customer(accounts);
    const deviceMark = await markOf(email);
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await codeOf(email, { deviceMark, password: wrong })).toBe('account.bad-credentials');
    }
    expect(await codeOf(email, { deviceMark })).toBe('account.too-many-tries');
  });

  test('ends after 180 days without a sign-in, and with a new password', async () => {
    const { email, accountRef } = await customer(accounts);
    const deviceMark = await markOf(email);
    const { book } = accounts.parts.services.account;
    const account = await book.find(accountRef);
    await accounts.parts.services.account.events.transact(
      {
        commandId: crypto.randomUUID(),
        tenantRef: accountRef,
        meta: { correlationId: 'x', actor: { kind: 'system' }, ...ownOrigin('system') },
      },
      async ({ tx }) => void (await book.setPassword(tx, accountRef, 1, account?.password as never)),
    );
    await attack(email);
    expect(await codeOf(email, { deviceMark })).toBe('account.captcha-required');
    const later = await customer(accounts);
    const old = await markOf(later.email);
    accounts.clock.advance({ days: 181 });
    await attack(later.email);
    expect(await codeOf(later.email, { deviceMark: old })).toBe('account.captcha-required');
  });
});

test('a solved captcha and a known browser do not pass the limits of a network', async () => {
  const { email } = await customer(accounts);
  const deviceMark = await markOf(email);
  const here = someVisitor();
  const passes = { deviceMark, hasSolvedCaptcha: true };
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await codeOf(email, { ...passes, password: wrong }, here)).toBe('account.bad-credentials');
  }
  expect(await codeOf(email, passes, here)).toBe('account.too-many-tries');
});
