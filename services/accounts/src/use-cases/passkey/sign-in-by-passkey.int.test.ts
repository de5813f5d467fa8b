import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { begin, enter, enterBy, personWithPasskey } from '../../test-support/passkey-people.ts';
import { callerOf, resolve, signedIn } from '../../test-support/people.ts';
import { algorithmNames, type Deviation, softwareAuthenticator } from '../../test-support/software-authenticator.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import { changeAccessUseCase } from '../account/change-access.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const refused = (code: string) => ({ code: `account.${code}` });
const typesOf = async (accountRef: string, type: string) =>
  (await accounts.eventTypes(accountRef)).filter((each) => each === type);
const stored = async (credentialId: string) =>
  await accounts.parts.services.account.passkeys.findByCredential(credentialId);

describe('signing in by passkey', () => {
  test.each(algorithmNames)(
    'works with %s, and proves no more than the password that it was added with',
    async (algorithm) => {
      const person = await personWithPasskey(accounts, softwareAuthenticator({ algorithm }));
      const outcome = await enterBy(accounts, person.authenticator);
      expect(outcome).toMatchObject({ kind: 'signed-in', custid: person.email });
      const { hasSecondFactor, provenAt } = await callerOf(accounts, outcome.session.id);
      expect({ hasSecondFactor, provenAt }).toEqual({ hasSecondFactor: false, provenAt: undefined });
      const [event] = await accounts.rows<{ data: object; schema_version: number }>(
        `select data, schema_ver as schema_version from accounts.events where tenant_ref = $1 and type = 'security.signed_in'
        order by xid desc, pos desc limit 1`,
        [person.accountRef],
      );
      expect(event).toMatchObject({ data: { method: 'passkey' }, schema_version: 2 });
    },
  );

  test('keeps how often the passkey was used and when, and nothing of the answer', async () => {
    const { authenticator, caller } = await personWithPasskey(accounts);
    accounts.clock.advance({ minutes: 1 });
    await enterBy(accounts, authenticator);
    expect(await stored(authenticator.credentialId)).toMatchObject({ counter: 2, lastUsedAt: accounts.clock.now() });
    const [passkey] = await accounts.useCases.listPasskeys(caller);
    expect(passkey).toMatchObject({ name: 'Red laptop', lastUsedAt: accounts.clock.now() });
  });

  test('is remembered where that is wished, and ends the session that the browser had', async () => {
    const { authenticator, email } = await personWithPasskey(accounts);
    const before = await signedIn(accounts, email);
    const { options, passkeyMark } = await begin(accounts);
    const answer = authenticator.get(options);
    const { session } = await enter(accounts, { answer, passkeyMark }, { wantsRememberMe: true, sessionId: before.id });
    expect(session.rememberMe).not.toBeNull();
    expect((await resolve(accounts, before.id)).session).toBeNull();
  });

  test('works again and again where the passkey does not count', async () => {
    const { authenticator } = await personWithPasskey(accounts, softwareAuthenticator({ counts: false }));
    await enterBy(accounts, authenticator);
    await enterBy(accounts, authenticator);
    expect(await stored(authenticator.credentialId)).toMatchObject({ counter: 0 });
  });

  test.each<[string, Deviation]>([
    ['a page of another site', { origin: 'https://once.example.evil.example' }],
    ['our host without its own scheme', { origin: 'https://localhost' }],
    ['an address that is not the name', { origin: 'http://127.0.0.1:8080' }],
    ['a page inside another page', { isInFrame: true }],
    ['another site', { rpId: 'evil.example' }],
    ['a passkey that was to be made', { type: 'webauthn.create' }],
    ['a passkey that did not verify the person', { isVerified: false }],
    ['a passkey that nobody touched', { isPresent: false }],
    ['another key', { hasWrongSignature: true }],
    ['a passkey that names nobody', { userHandle: null }],
    ['a passkey that names somebody else', { userHandle: Buffer.from('0197a000').toString('base64url') }],
  ])('refuses an answer of %s, and uses its challenge up', async (_what, deviation) => {
    const { authenticator, accountRef } = await personWithPasskey(accounts);
    const { options, passkeyMark } = await begin(accounts);
    const answer = authenticator.get(options, deviation);
    await expect(enter(accounts, { answer, passkeyMark })).rejects.toMatchObject(refused('bad-passkey'));
    const right = authenticator.get(options);
    await expect(enter(accounts, { answer: right, passkeyMark })).rejects.toMatchObject(refused('passkey-expired'));
    expect(await typesOf(accountRef, 'security.signed_in')).toHaveLength(1);
    await enterBy(accounts, authenticator);
  });

  test.each(['', 'no JSON', '{}', '{"id":"a","rawId":"a","type":"public-key","response":{"clientDataJSON":"e30"}}'])(
    'refuses what no browser sends: %s',
    async (answer) => {
      const { passkeyMark } = await begin(accounts);
      await expect(enter(accounts, { answer, passkeyMark })).rejects.toMatchObject(refused('bad-passkey'));
    },
  );

  test('refuses a passkey that nobody has here, or that was removed', async () => {
    const stranger = softwareAuthenticator();
    await expect(enterBy(accounts, stranger)).rejects.toMatchObject(refused('bad-passkey'));
    const { authenticator, caller, passkey } = await personWithPasskey(accounts);
    await accounts.useCases.removePasskey(passkey.passkeyId, { password: 'sunny harbour 42' }, caller);
    await expect(enterBy(accounts, authenticator)).rejects.toMatchObject(refused('bad-passkey'));
  });

  test('refuses the passkey of an account that an operator disabled', async () => {
    const { authenticator, accountRef } = await personWithPasskey(accounts);
    const { account } = accounts.parts.services;
    const record = await account.book.find(accountRef);
    if (record === null) throw new Error('the account is gone');
    await changeAccessUseCase(account)(record, 'disabled', 'command-line', 'command-line');
    await expect(enterBy(accounts, authenticator)).rejects.toMatchObject(refused('bad-passkey'));
  });
});

describe('a challenge', () => {
  test('is good for one answer, in the browser it was given to, for five minutes', async () => {
    const { authenticator } = await personWithPasskey(accounts);
    const first = await begin(accounts);
    const answer = authenticator.get(first.options);
    const other = await begin(accounts);
    for (const passkeyMark of [other.passkeyMark, 'M'.repeat(43), null]) {
      await expect(enter(accounts, { answer, passkeyMark })).rejects.toMatchObject(refused('passkey-expired'));
    }
    await enter(accounts, { answer, passkeyMark: first.passkeyMark });
    await expect(enter(accounts, { answer, passkeyMark: first.passkeyMark })).rejects.toMatchObject(
      refused('passkey-expired'),
    );
    const late = await begin(accounts);
    accounts.clock.advance({ minutes: 5 });
    await expect(
      enter(accounts, { answer: authenticator.get(late.options), passkeyMark: late.passkeyMark }),
    ).rejects.toMatchObject(refused('passkey-expired'));
  });

  test('stands beside others of the same browser, for its other tabs', async () => {
    const { authenticator } = await personWithPasskey(accounts);
    const first = await begin(accounts);
    const second = await begin(accounts, first.passkeyMark);
    expect(second.passkeyMark).toBe(first.passkeyMark);
    await enter(accounts, { answer: authenticator.get(first.options), passkeyMark: first.passkeyMark });
    await enter(accounts, { answer: authenticator.get(second.options), passkeyMark: second.passkeyMark });
  });

  test('is stored as a hash, apart from who asked', async () => {
    const { options } = await begin(accounts);
    const { challenge } = JSON.parse(options);
    const rows = await accounts.rows<{ text: string }>('select c::text as text from accounts.passkey_challenge c');
    for (const { text } of rows) expect(text).not.toContain(Buffer.from(challenge, 'base64url').toString('hex'));
  });

  test('answered 16 times at once makes one session', async () => {
    const { authenticator, accountRef } = await personWithPasskey(accounts, softwareAuthenticator({ counts: false }));
    const { options, passkeyMark } = await begin(accounts);
    const answer = authenticator.get(options);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, () => enter(accounts, { answer, passkeyMark })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(refused('passkey-expired'));
    }
    expect(await accounts.parts.services.account.sessions.count(accountRef, { kind: 'all' })).toBe(2);
    expect(await typesOf(accountRef, 'security.signed_in')).toHaveLength(2);
  });
});

describe('a counter', () => {
  test.each([1, 2])('that does not rise (%i after 2) is refused and recorded', async (counter) => {
    const { authenticator, accountRef } = await personWithPasskey(accounts);
    await enterBy(accounts, authenticator);
    await expect(enterBy(accounts, authenticator, { counter })).rejects.toMatchObject(refused('bad-passkey'));
    expect(await typesOf(accountRef, 'security.passkey_refused')).toHaveLength(1);
    expect(await stored(authenticator.credentialId)).toMatchObject({ counter: 2 });
    await enterBy(accounts, authenticator, { counter: 9 });
    expect(await stored(authenticator.credentialId)).toMatchObject({ counter: 9 });
  });

  test('that two answers at once have alike lets one of them in', async () => {
    const { authenticator, accountRef } = await personWithPasskey(accounts);
    const begun = await Promise.all([begin(accounts), begin(accounts)]);
    const outcomes = await Promise.allSettled(
      begun.map(({ options, passkeyMark }) =>
        enter(accounts, { answer: authenticator.get(options, { counter: 5 }), passkeyMark }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await typesOf(accountRef, 'security.signed_in')).toHaveLength(2);
  });
});

test('fifty refused passkeys hold back their network for a quarter of an hour, and right ones do not count', async () => {
  const { authenticator } = await personWithPasskey(accounts);
  const network = '203.0.113.0/24';
  const tryOnce = async (deviation: Deviation = {}) => {
    const { options, passkeyMark } = await begin(accounts);
    const answer = authenticator.get(options, deviation);
    const input = { waitingSession: null, passkeyMark, answer, wantsRememberMe: false, userAgentFamily: 'Firefox' };
    const caller = { kind: 'anonymous', network, requestId: 'r', origin: { surface: 'web' } } as const;
    return await accounts.useCases.signInByPasskey({ ...input, sessionId: null, deviceMark: null }, caller);
  };
  await tryOnce();
  for (let attempt = 0; attempt < 50; attempt += 1) {
    await expect(tryOnce({ hasWrongSignature: true })).rejects.toMatchObject(refused('bad-passkey'));
  }
  await expect(tryOnce()).rejects.toMatchObject(refused('too-many-tries'));
  accounts.clock.advance({ minutes: 15 });
  await tryOnce();
});
