import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aSignIn,
  callerOf,
  customer,
  goodPassword,
  mailsOf,
  resolve,
  signedIn,
  signUp,
  someAddress,
  someVisitor,
  visitor,
} from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const next = 'a calmer harbour 7';
const signIn = (email: string, password: string) =>
  accounts.useCases.signIn(aSignIn(email, { password }), someVisitor());

async function resetKeyFor(email: string, accountRef: string): Promise<string> {
  await accounts.useCases.requestPasswordReset({ email, locale: 'en' });
  await accounts.drain();
  const mail = (await mailsOf(accounts, accountRef)).filter(({ template }) => template === 'password-reset').at(-1);
  return mail !== undefined && 'path' in mail ? mail.path.replace('/forgot/', '') : '';
}
const reset = (resetKey: string, change = {}) =>
  accounts.useCases.resetPassword({ resetKey, password: next, passwordConfirm: next, ...change }, visitor);

describe('a reset', () => {
  test('sets the password, ends every session, signs nobody in, and tells the owner', async () => {
    const { email, accountRef } = await customer(accounts);
    const session = await signedIn(accounts, email, { wantsRememberMe: true });
    await reset(await resetKeyFor(email, accountRef));
    expect(await resolve(accounts, session.id, { rememberMe: session.rememberMe })).toMatchObject({ session: null });
    await expect(signIn(email, goodPassword)).rejects.toMatchObject({ code: 'account.bad-credentials' });
    expect((await signIn(email, next)).kind).toBe('signed-in');
    expect((await mailsOf(accounts, accountRef)).at(-1)).toMatchObject({
      template: 'password-changed',
      address: email,
    });
    expect(await accounts.eventTypes(accountRef)).toEqual(
      expect.arrayContaining(['account.reset_requested', 'account.password_changed', 'security.session_revoked']),
    );
  });

  test('key works once, for thirty minutes, and only the newest', async () => {
    const { email, accountRef } = await customer(accounts);
    const first = await resetKeyFor(email, accountRef);
    const second = await resetKeyFor(email, accountRef);
    await expect(reset(first)).rejects.toMatchObject({ code: 'account.bad-reset-key' });
    await reset(second);
    await expect(reset(second)).rejects.toMatchObject({ code: 'account.bad-reset-key' });
    const third = await resetKeyFor(email, accountRef);
    accounts.clock.advance({ minutes: 30 });
    await expect(reset(third)).rejects.toMatchObject({ code: 'account.bad-reset-key' });
  });

  test('key used twice at once sets one password', async () => {
    const { email, accountRef } = await customer(accounts);
    const resetKey = await resetKeyFor(email, accountRef);
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => reset(resetKey)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('key stops working when the password is changed another way', async () => {
    const { email, accountRef } = await customer(accounts);
    const session = await signedIn(accounts, email);
    const resetKey = await resetKeyFor(email, accountRef);
    await accounts.useCases.changePassword(
      {
        currentPassword: goodPassword,
        newPassword: next,
        newPasswordConfirm: next,
        keepsTokens: false,
        sessionId: session.id,
        userAgentFamily: 'x',
      },
      await callerOf(accounts, session.id),
    );
    await expect(reset(resetKey)).rejects.toMatchObject({ code: 'account.bad-reset-key' });
  });

  test('with a refused password leaves the key for another try', async () => {
    const { email, accountRef } = await customer(accounts);
    const resetKey = await resetKeyFor(email, accountRef);
    const refused = [
      [{ password: 'short', passwordConfirm: 'short' }, 'account.password-too-short'],
      [{ password: 'x'.repeat(300), passwordConfirm: 'x'.repeat(300) }, 'account.password-too-long'],
      [{ password: 'letmein123', passwordConfirm: 'letmein123' }, 'account.password-too-common'],
      [{ password: email, passwordConfirm: email }, 'account.password-too-common'],
      [{ passwordConfirm: 'other' }, 'account.password-mismatch'],
    ] as const;
    for (const [change, code] of refused) await expect(reset(resetKey, change)).rejects.toMatchObject({ code });
    await reset(resetKey);
  });

  test('keeps two-step sign-in and verifies the address', async () => {
    const email = someAddress();
    const accountRef = await signUp(accounts, email);
    await reset(await resetKeyFor(email, accountRef));
    expect((await signIn(email, next)).kind).toBe('signed-in');
    expect(await accounts.eventTypes(accountRef)).toContain('account.verified');
  });

  test.each(['', 'x', 'x'.repeat(43), '../..', 'x'.repeat(5000)])('key %j was never issued', async (resetKey) => {
    await expect(reset(resetKey)).rejects.toMatchObject({ code: 'account.bad-reset-key' });
  });

  test('silently sends nothing for an unknown address, or beyond five in an hour', async () => {
    await expect(
      accounts.useCases.requestPasswordReset({ email: someAddress(), locale: 'en' }),
    ).resolves.toBeUndefined();
    const { email, accountRef } = await customer(accounts);
    for (let attempt = 0; attempt < 8; attempt += 1)
      await accounts.useCases.requestPasswordReset({ email, locale: 'en' });
    await accounts.drain();
    expect((await mailsOf(accounts, accountRef)).filter(({ template }) => template === 'password-reset')).toHaveLength(
      5,
    );
  });

  test('key is stored only as a hash', async () => {
    const { email, accountRef } = await customer(accounts);
    const resetKey = await resetKeyFor(email, accountRef);
    const [row] = await accounts.rows<{ key_hash: Buffer }>(
      'select key_hash from accounts.reset_key where account_ref = $1',
      [accountRef],
    );
    expect(row?.key_hash.toString('latin1')).not.toContain(resetKey);
    expect(row?.key_hash).toHaveLength(32);
  });
});

describe('changing the password', () => {
  async function somebody() {
    const { email, accountRef } = await customer(accounts);
    const session = await signedIn(accounts, email);
    const change = async (input = {}) =>
      accounts.useCases.changePassword(
        {
          currentPassword: goodPassword,
          newPassword: next,
          newPasswordConfirm: next,
          keepsTokens: false,
          sessionId: session.id,
          userAgentFamily: 'Firefox on Linux',
          ...input,
        },
        await callerOf(accounts, session.id),
      );
    return { email, accountRef, session, change };
  }

  test('ends the other sessions and gives this one a new id', async () => {
    const { email, accountRef, session, change } = await somebody();
    const other = await signedIn(accounts, email, { wantsRememberMe: true });
    const renewed = await change();
    expect(await resolve(accounts, session.id)).toMatchObject({ session: null });
    expect(await resolve(accounts, other.id, { rememberMe: other.rememberMe })).toMatchObject({ session: null });
    expect((await resolve(accounts, renewed.id)).session).toMatchObject({ customer: { accountRef } });
    expect((await signIn(email, next)).kind).toBe('signed-in');
  });

  test('trims all three', async () => {
    const { email, change } = await somebody();
    await change({ currentPassword: ` ${goodPassword} `, newPassword: ` ${next}`, newPasswordConfirm: `${next} ` });
    expect((await signIn(email, next)).kind).toBe('signed-in');
  });

  test('is refused in the order of the contract', async () => {
    const { change } = await somebody();
    const refused = [
      [{ currentPassword: 'no', newPassword: 'no', newPasswordConfirm: 'x' }, 'account.wrong-password'],
      [{ newPassword: goodPassword, newPasswordConfirm: 'x' }, 'account.same-password'],
      [{ newPassword: 'short', newPasswordConfirm: 'x' }, 'account.password-too-short'],
      [{ newPassword: 'password1', newPasswordConfirm: 'x' }, 'account.password-too-common'],
      [{ newPasswordConfirm: 'x' }, 'account.password-mismatch'],
    ] as const;
    for (const [input, code] of refused) await expect(change(input)).rejects.toMatchObject({ code });
  });

  test('accepts five wrong passwords in 15 minutes', async () => {
    const { change } = await somebody();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(change({ currentPassword: 'no' })).rejects.toMatchObject({ code: 'account.wrong-password' });
    }
    await expect(change()).rejects.toMatchObject({ code: 'account.too-many-tries' });
  });

  test('is not possible with a token or somebody else’s session', async () => {
    const { session, change } = await somebody();
    const other = await somebody();
    await expect(change({ sessionId: other.session.id })).rejects.toThrow('not authorized');
    const caller = await callerOf(accounts, session.id);
    const token = { ...caller, credential: { kind: 'token', ref: 't', scopes: ['account'] } } as const;
    const input = { currentPassword: goodPassword, newPassword: next, newPasswordConfirm: next, keepsTokens: false };
    await expect(
      accounts.useCases.changePassword({ ...input, sessionId: session.id, userAgentFamily: 'x' }, token),
    ).rejects.toThrow('not authorized');
  });
});
