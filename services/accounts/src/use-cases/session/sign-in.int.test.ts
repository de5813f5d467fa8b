import { OutageError } from '@onceover/service-kit/errors';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresAttemptLedger } from '../../adapters/postgres/attempts.ts';
import { createPostgresSessionBook } from '../../adapters/postgres/session-book.ts';
import {
  aSignIn,
  customer,
  goodPassword,
  mailsOf,
  signUp,
  someAddress,
  someVisitor,
} from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import { reportFailuresUseCase } from './report-failures.ts';
import { resolveSessionUseCase } from './resolve-session.ts';
import { signInUseCase } from './sign-in.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const wrong = 'stormy harbour 42';
const signIn = (email: string, change = {}, caller = someVisitor()) =>
  accounts.useCases.signIn(aSignIn(email, change), caller);
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'signed in',
    (error: { code?: string }) => error.code,
  );

describe('a sign-in', () => {
  test('starts a session, and the event says by which method and whether from a new device', async () => {
    const { email, accountRef } = await customer(accounts);
    const first = await signIn(email);
    await signIn(email);
    await signIn(email, { userAgentFamily: 'Safari on iOS' });
    expect(first).toMatchObject({ kind: 'signed-in', custid: email, locale: null, session: { rememberMe: null } });
    const events = await accounts.rows<{ data: unknown }>(
      `select data from accounts.events where type = 'security.signed_in' and tenant_ref = $1 order by pos`,
      [accountRef],
    );
    expect(events.map(({ data }) => data)).toEqual([
      { accountRef, method: 'password', newDevice: true },
      { accountRef, method: 'password', newDevice: false },
      { accountRef, method: 'password', newDevice: true },
    ]);
  });

  test('accepts the address in upper or lower case and with spaces around it', async () => {
    const { email } = await customer(accounts);
    expect((await signIn(` ${email.toUpperCase()} `)).kind).toBe('signed-in');
  });

  test('accepts a password in any Unicode normal form', async () => {
    const email = someAddress();
    const accountRef = await signUp(accounts, email, {
      password: 'cafe\u0301 au lait',
      passwordConfirm: 'cafe\u0301 au lait',
    });
    await accounts.rows('update accounts.account set is_verified = true where account_ref = $1', [accountRef]);
    expect((await signIn(email, { password: 'caf\u00e9 au lait' })).kind).toBe('signed-in');
  });

  test('gives one refusal for unknown, wrong, empty, huge, unverified and disabled', async () => {
    const known = await customer(accounts);
    const disabled = await customer(accounts);
    await accounts.rows('update accounts.account set is_disabled = true where account_ref = $1', [disabled.accountRef]);
    const unverified = someAddress();
    await signUp(accounts, unverified);
    const attempts = [
      signIn(someAddress()),
      signIn('not an address'),
      signIn(known.email, { password: wrong }),
      signIn(known.email, { password: '' }),
      signIn(known.email, { password: 'x'.repeat(10_000) }),
      signIn(known.email, { password: `${goodPassword} ` }),
      signIn(unverified),
      signIn(disabled.email),
    ];
    expect(new Set(await Promise.all(attempts.map(codeOf)))).toEqual(new Set(['account.bad-credentials']));
  });

  test('is an outage, not a wrong password, when the hash cannot be computed, and no try is counted', async () => {
    const { email } = await customer(accounts);
    const caller = someVisitor();
    const { account } = accounts.parts.services;
    const busy = signInUseCase({
      ...account,
      passwords: { ...account.passwords, verify: () => Promise.reject(new OutageError('argon2')) },
    });
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await expect(busy(aSignIn(email), caller)).rejects.toBeInstanceOf(OutageError);
    }
    expect((await signIn(email, {}, caller)).kind).toBe('signed-in');
  });
});

describe('wrong passwords', () => {
  test('lock an address for one network after five, for half an hour, the right one included', async () => {
    const { email } = await customer(accounts);
    const caller = someVisitor();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await codeOf(signIn(email, { password: wrong }, caller))).toBe('account.bad-credentials');
    }
    await expect(signIn(email, {}, caller)).rejects.toMatchObject({
      code: 'account.too-many-tries',
      details: { retryAfterSeconds: 1800 },
    });
    expect((await signIn(email)).kind).toBe('signed-in');
    accounts.clock.advance({ minutes: 29, seconds: 59 });
    expect(await codeOf(signIn(email, {}, caller))).toBe('account.too-many-tries');
    accounts.clock.advance({ seconds: 1 });
    expect((await signIn(email, {}, caller)).kind).toBe('signed-in');
  });

  test('for an unknown address lock it in the same way', async () => {
    const email = someAddress();
    const caller = someVisitor();
    for (let attempt = 1; attempt <= 5; attempt += 1) await codeOf(signIn(email, {}, caller));
    expect(await codeOf(signIn(email, {}, caller))).toBe('account.too-many-tries');
  });

  test('are forgiven by the right one within the limit', async () => {
    const { email } = await customer(accounts);
    const caller = someVisitor();
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 1; attempt <= 4; attempt += 1) await codeOf(signIn(email, { password: wrong }, caller));
      expect((await signIn(email, {}, caller)).kind).toBe('signed-in');
    }
  });

  test('that come 200 at once are checked five times and no more', async () => {
    const { email } = await customer(accounts);
    const caller = someVisitor();
    let checks = 0;
    const { account } = accounts.parts.services;
    const counting = signInUseCase({
      ...account,
      passwords: {
        ...account.passwords,
        verify: async () => {
          checks += 1;
          return false;
        },
      },
    });
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => codeOf(counting(aSignIn(email, { password: wrong }), caller))),
    );
    expect(checks).toBe(5);
    expect(answers.filter((code) => code === 'account.bad-credentials')).toHaveLength(5);
    expect(answers.filter((code) => code === 'account.too-many-tries')).toHaveLength(195);
  });

  test('for one address from everywhere slow everybody down after thirty and lock nobody out', async () => {
    const { email } = await customer(accounts);
    for (let attempt = 1; attempt <= 30; attempt += 1) await codeOf(signIn(email, { password: wrong }));
    expect(await codeOf(signIn(email))).toBe('account.captcha-required');
    accounts.clock.advance({ seconds: 1 });
    expect((await signIn(email)).kind).toBe('signed-in');
  });

  test('from one network end after fifty, whatever the address', async () => {
    const caller = someVisitor();
    for (let attempt = 1; attempt <= 50; attempt += 1) {
      expect(await codeOf(signIn(someAddress(), {}, caller))).toBe('account.bad-credentials');
    }
    const { email } = await customer(accounts);
    expect(await codeOf(signIn(email, {}, caller))).toBe('account.too-many-tries');
    accounts.clock.advance({ minutes: 15 });
    expect((await signIn(email, {}, caller)).kind).toBe('signed-in');
  });

  test('are recorded some time later, for accounts only, with their count', async () => {
    const { email, accountRef } = await customer(accounts);
    const before = accounts.clock.now().toISOString();
    for (let attempt = 1; attempt <= 3; attempt += 1) await codeOf(signIn(email, { password: wrong }));
    await codeOf(signIn(someAddress()));
    expect(await accounts.eventTypes(accountRef)).not.toContain('security.sign_in_failed');
    await reportFailuresUseCase(accounts.parts.services.account)();
    await reportFailuresUseCase(accounts.parts.services.account)();
    const events = await accounts.rows<{ data: unknown }>(
      `select data from accounts.events where type = 'security.sign_in_failed' and tenant_ref = $1`,
      [accountRef],
    );
    expect(events.map(({ data }) => data)).toEqual([
      { accountRef, count: 3, windowStart: before, reasonCode: 'password' },
    ]);
  });

  test('a hundred in a row require a reset, and its link is emailed to the owner', async () => {
    const { email, accountRef } = await customer(accounts);
    for (let attempt = 1; attempt <= 99; attempt += 1)
      await accounts.parts.services.account.failures.add(email, accounts.clock.now());
    expect(await codeOf(signIn(email, { password: wrong }))).toBe('account.bad-credentials');
    expect(await codeOf(signIn(email))).toBe('account.bad-credentials');
    await reportFailuresUseCase(accounts.parts.services.account)();
    await accounts.drain();
    const mail = (await mailsOf(accounts, accountRef)).find(({ template }) => template === 'password-reset');
    const resetKey = mail !== undefined && 'path' in mail ? mail.path.replace('/forgot/', '') : '';
    const password = 'a calmer harbour 7';
    await accounts.useCases.resetPassword({ resetKey, password, passwordConfirm: password }, someVisitor());
    expect((await signIn(email, { password })).kind).toBe('signed-in');
  });
});

test('an outage of the database is one for sign-ins and sessions, too', async () => {
  const { account } = accounts.parts.services;
  const nowhere = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 500 });
  const attempts = createPostgresAttemptLedger(nowhere, accounts.parts.keys.keyedHash);
  const sessions = createPostgresSessionBook(
    nowhere,
    () => Buffer.alloc(32),
    () => Buffer.alloc(32),
  );
  await expect(signInUseCase({ ...account, attempts })(aSignIn(someAddress()), someVisitor())).rejects.toBeInstanceOf(
    OutageError,
  );
  const input = {
    sessionId: 'x'.repeat(43),
    rememberMe: null,
    userAgentFamily: 'x',
    extendsIdle: true,
    asker: someVisitor(),
  };
  await expect(resolveSessionUseCase({ ...account, sessions })(input)).rejects.toBeInstanceOf(OutageError);
  await nowhere.end();
});
