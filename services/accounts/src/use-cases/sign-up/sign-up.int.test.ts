import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aSignIn,
  aSignUp,
  customer,
  linkOf,
  mailsOf,
  signUp,
  someAddress,
  visitor,
} from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import { verifyAccountUseCase } from '../account/verify-account.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const pendingCount = async () =>
  (await accounts.rows<{ count: number }>('select count(*)::int as count from accounts.pending_request'))[0]?.count;

describe('a sign-up', () => {
  test('creates an account that waits for verification, with its plan and one email', async () => {
    const email = someAddress();
    const accountRef = await signUp(accounts, email, { locale: 'he' });
    expect(await accounts.eventTypes(accountRef)).toEqual(['account.registered', 'account.plan_changed']);
    const [mail, ...more] = await mailsOf(accounts, accountRef);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ template: 'verify-account', address: email, locale: 'he' });
    const key = mail?.template === 'verify-account' ? mail.path.replace('/secret/', '') : '';
    expect(accounts.neighbours.secrets.get(key)).toMatchObject({ accountRef });
    expect(await pendingCount()).toBe(0);
  });

  test('answers before checking whether the address is taken, and tells only its owner', async () => {
    const { email, accountRef } = await customer(accounts);
    await expect(accounts.useCases.signUp(aSignUp(email))).resolves.toEqual({ mark: expect.any(String) });
    await accounts.drain();
    expect((await accounts.eventTypes(accountRef)).at(-1)).toBe('account.sign_up_repeated');
    expect((await mailsOf(accounts, accountRef)).map(({ template }) => template)).toEqual([
      'verify-account',
      'account-exists',
    ]);
  });

  test('does not change the password of the account that has the address', async () => {
    const { email } = await customer(accounts);
    await accounts.useCases.signUp(
      aSignUp(email, { password: 'another harbour 43', passwordConfirm: 'another harbour 43' }),
    );
    await accounts.drain();
    expect((await accounts.useCases.signIn(aSignIn(email), visitor)).kind).toBe('signed-in');
  });

  test('sent twenty times at once creates one account', async () => {
    const email = someAddress();
    await Promise.all(Array.from({ length: 12 }, () => accounts.useCases.signUp(aSignUp(email))));
    await accounts.drain();
    const { book } = accounts.parts.services.account;
    const account = await book.findByEmail(email);
    expect(
      (await accounts.eventTypes(account?.accountRef ?? '')).filter((type) => type === 'account.registered'),
    ).toEqual(['account.registered']);
    expect(await pendingCount()).toBe(0);
  });

  test('that is repeated emails the owner at most once a minute and five times a day', async () => {
    const { email, accountRef } = await customer(accounts);
    for (let repeat = 0; repeat < 7; repeat += 1) {
      await accounts.useCases.signUp(aSignUp(email));
      await accounts.useCases.signUp(aSignUp(email));
      await accounts.drain();
      accounts.clock.advance({ minutes: 2 });
    }
    const mails = (await mailsOf(accounts, accountRef)).filter(({ template }) => template === 'account-exists');
    expect(mails).toHaveLength(5);
  });

  test.each([
    ['identity', 'basic'],
    ['basic', 'basic'],
    ['nonsense', 'basic'],
    ['anonymous', 'basic'],
  ])('with plan code %s begins as %s where only basic is granted at once', async (planCode, planId) => {
    const accountRef = await signUp(accounts, someAddress(), { planCode });
    expect(await accounts.parts.services.account.book.find(accountRef)).toMatchObject({ planId });
  });

  test.each([
    ['nina', {}, 'account.invalid-email'],
    ['nina@example.com\r\nBcc: x@example.com', {}, 'account.invalid-email'],
    ['a@example.com', { password: 'short', passwordConfirm: 'short' }, 'account.password-too-short'],
    ['a@example.com', { password: 'x'.repeat(257), passwordConfirm: 'x' }, 'account.password-too-long'],
    ['a@example.com', { password: 'x'.repeat(10_000), passwordConfirm: 'x' }, 'account.password-too-long'],
    ['a@example.com', { password: 'letmein123', passwordConfirm: 'letmein123' }, 'account.password-too-common'],
    ['a@example.com', { passwordConfirm: 'sunny harbour 43' }, 'account.password-mismatch'],
  ])('of %j with %j is refused', async (email, change, code) => {
    await expect(accounts.useCases.signUp(aSignUp(email, change))).rejects.toMatchObject({ code });
  });

  test('is refused where it is switched off', async () => {
    await using closed = await startTestAccounts({ hasSignUp: false });
    await expect(closed.useCases.signUp(aSignUp(someAddress()))).rejects.toMatchObject({
      code: 'account.sign-up-disabled',
    });
  });
});

describe('the verification', () => {
  test('happens once however often its job runs', async () => {
    const accountRef = await signUp(accounts, someAddress());
    const verify = verifyAccountUseCase(accounts.parts.services.account);
    const { secretId } = linkOf(accounts, accountRef);
    await Promise.all([1, 2, 3].map(() => verify(accountRef, secretId)));
    await verify(accountRef, secretId);
    const types = await accounts.eventTypes(accountRef);
    expect(types.filter((type) => type === 'account.verified')).toHaveLength(1);
  });

  test('can be asked for again: a new link, at most one a minute and five a day, in silence', async () => {
    const email = someAddress();
    const accountRef = await signUp(accounts, email);
    for (let repeat = 0; repeat < 7; repeat += 1) {
      await accounts.useCases.resendVerification({ email, locale: 'en' });
      await accounts.useCases.resendVerification({ email, locale: 'en' });
      await accounts.drain();
      accounts.clock.advance({ minutes: 2 });
    }
    const mails = await mailsOf(accounts, accountRef);
    expect(mails).toHaveLength(6);
    const paths = mails.map((mail) => ('path' in mail ? mail.path : ''));
    expect(new Set(paths).size).toBe(6);
  });

  test('is not emailed again to a verified or an unknown address, and the answer is the same', async () => {
    const { email, accountRef } = await customer(accounts);
    await expect(accounts.useCases.resendVerification({ email, locale: 'en' })).resolves.toBeUndefined();
    await expect(accounts.useCases.resendVerification({ email: someAddress(), locale: 'en' })).resolves.toBeUndefined();
    await accounts.drain();
    expect(await mailsOf(accounts, accountRef)).toHaveLength(1);
    expect(await pendingCount()).toBe(0);
  });

  test('refuses what is not an address', async () => {
    await expect(accounts.useCases.resendVerification({ email: 'nina', locale: 'en' })).rejects.toMatchObject({
      code: 'account.invalid-email',
    });
  });
});
