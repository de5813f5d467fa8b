import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purgePastRows } from '../../adapters/postgres/purge.ts';
import {
  addPasskey,
  begin,
  codeOf,
  enterBy,
  personWithPasskey,
  somebody,
  turnOnTwoStep,
} from '../../test-support/passkey-people.ts';
import { goodPassword, mailsOf, resolve, signedIn, visitor } from '../../test-support/people.ts';
import { type Deviation, softwareAuthenticator } from '../../test-support/software-authenticator.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const password = goodPassword;
const refused = (code: string) => ({ code: `account.${code}` });
const namesOf = async (caller: Parameters<TestAccounts['useCases']['listPasskeys']>[0]) =>
  (await accounts.useCases.listPasskeys(caller)).map(({ name }) => name);

describe('adding a passkey', () => {
  test('asks the browser for one that is kept and verifies the person, for our address alone', async () => {
    const { caller, email, accountRef, authenticator } = await personWithPasskey(accounts);
    const options = JSON.parse(await accounts.useCases.beginPasskey({ password }, caller));
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Onceover' },
      user: { name: email, displayName: email, id: Buffer.from(accountRef).toString('base64url') },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.credentialId }],
    });
  });

  test('is recorded without its key and its name, and its owner is told by email', async () => {
    const { accountRef, passkey } = await personWithPasskey(accounts);
    const [event] = await accounts.rows<{ data: object }>(
      `select data from accounts.events where tenant_ref = $1 and type = 'account.passkey_added'`,
      [accountRef],
    );
    expect(event?.data).toEqual({ accountRef, passkeyRef: passkey.passkeyId, deliveryId: expect.any(String) });
    expect((await mailsOf(accounts, accountRef)).at(-1)).toMatchObject({
      template: 'passkey-added',
      name: 'Red laptop',
    });
    const [row] = await accounts.rows<{ name: string }>('select name from accounts.passkey where account_ref = $1', [
      accountRef,
    ]);
    expect(row?.name).not.toContain('Red laptop');
  });

  test('needs the password, and a code where two-step sign-in is on', async () => {
    const person = await somebody(accounts);
    const { caller, accountRef } = person;
    await expect(accounts.useCases.beginPasskey({ password: 'no' }, caller)).rejects.toMatchObject(
      refused('wrong-password'),
    );
    await turnOnTwoStep(accounts, person);
    for (const code of [undefined, '', '000000']) {
      await expect(accounts.useCases.beginPasskey({ password, code }, caller)).rejects.toMatchObject(
        refused('wrong-code'),
      );
    }
    const code = await codeOf(accounts, accountRef);
    await accounts.useCases.beginPasskey({ password, code }, caller);
    await expect(accounts.useCases.beginPasskey({ password, code }, caller)).rejects.toMatchObject(
      refused('wrong-code'),
    );
  });

  test.each<[string, Deviation]>([
    ['another site', { rpId: 'evil.example' }],
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page inside another page', { isInFrame: true }],
    ['a passkey that does not verify the person', { isVerified: false }],
    ['a sign-in', { type: 'webauthn.get' }],
  ])('refuses what comes of %s', async (_what, deviation) => {
    const { caller } = await somebody(accounts);
    await expect(addPasskey(accounts, caller, { deviation })).rejects.toMatchObject(refused('bad-passkey'));
    expect(await namesOf(caller)).toEqual([]);
  });

  test('takes one answer to a challenge, in the session that asked, within five minutes', async () => {
    const { caller } = await somebody(accounts);
    const other = await somebody(accounts);
    const authenticator = softwareAuthenticator();
    const options = await accounts.useCases.beginPasskey({ password }, caller);
    const wish = { name: 'Phone', answer: authenticator.create(options) };
    await expect(accounts.useCases.addPasskey(wish, other.caller)).rejects.toMatchObject(refused('passkey-expired'));
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => accounts.useCases.addPasskey(wish, caller)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const late = await accounts.useCases.beginPasskey({ password }, caller);
    accounts.clock.advance({ minutes: 5 });
    await expect(
      accounts.useCases.addPasskey({ name: 'Late', answer: softwareAuthenticator().create(late) }, caller),
    ).rejects.toMatchObject(refused('passkey-expired'));
    expect(await namesOf(caller)).toEqual(['Phone']);
  });

  test('refuses one that somebody has already', async () => {
    const { authenticator } = await personWithPasskey(accounts);
    const other = await somebody(accounts);
    await expect(addPasskey(accounts, other.caller, { authenticator })).rejects.toMatchObject(refused('bad-passkey'));
    expect(await accounts.eventTypes(other.accountRef)).not.toContain('account.passkey_added');
  });

  test('is over at twenty, also for many at once', async () => {
    const { caller } = await somebody(accounts);
    const begun = async () => {
      const options = await accounts.useCases.beginPasskey({ password }, caller);
      return { name: 'One of many', answer: softwareAuthenticator().create(options) };
    };
    const wishes = [];
    for (let count = 0; count < 22; count += 1) wishes.push(await begun());
    for (const wish of wishes.slice(0, 18)) await accounts.useCases.addPasskey(wish, caller);
    const last = await Promise.allSettled(wishes.slice(18).map((wish) => accounts.useCases.addPasskey(wish, caller)));
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await namesOf(caller)).toHaveLength(20);
    await expect(accounts.useCases.beginPasskey({ password }, caller)).rejects.toMatchObject(
      refused('too-many-passkeys'),
    );
  });

  test('is for a browser: no token, no visitor', async () => {
    const { caller, passkey } = await personWithPasskey(accounts);
    const token = { ...caller, credential: { kind: 'token', ref: 't', scopes: ['account'] } } as const;
    for (const asking of [token, visitor]) {
      for (const attempt of [
        () => accounts.useCases.listPasskeys(asking),
        () => accounts.useCases.beginPasskey({ password }, asking),
        () => accounts.useCases.addPasskey({ name: 'n', answer: '{}' }, asking),
        () => accounts.useCases.renamePasskey({ id: passkey.passkeyId, name: 'n' }, asking),
        () => accounts.useCases.removePasskey(passkey.passkeyId, { password }, asking),
      ]) {
        await expect(attempt()).rejects.toThrow('not authorized');
      }
    }
  });
});

describe('a passkey', () => {
  test('is renamed by its owner alone; the event does not say what it is called', async () => {
    const { caller, passkey, accountRef } = await personWithPasskey(accounts);
    const other = await somebody(accounts);
    const id = passkey.passkeyId;
    expect(await accounts.useCases.renamePasskey({ id, name: 'Mine' }, other.caller)).toBe(false);
    expect(await accounts.useCases.renamePasskey({ id, name: ' Blue laptop ' }, caller)).toBe(true);
    expect(await accounts.useCases.renamePasskey({ id, name: 'Blue laptop' }, caller)).toBe(true);
    expect(await namesOf(caller)).toEqual(['Blue laptop']);
    const events = (await accounts.eventTypes(accountRef)).filter((type) => type === 'account.passkey_renamed');
    expect(events).toHaveLength(1);
    await expect(accounts.useCases.renamePasskey({ id, name: ' ' }, caller)).rejects.toMatchObject(
      refused('invalid-passkey-name'),
    );
  });

  test('is removed by its owner alone, who is told; other sessions end', async () => {
    const { caller, passkey, accountRef, email, authenticator } = await personWithPasskey(accounts);
    const other = await somebody(accounts);
    const elsewhere = await signedIn(accounts, email);
    const id = passkey.passkeyId;
    expect(await accounts.useCases.removePasskey(id, { password }, other.caller)).toBe(false);
    await expect(accounts.useCases.removePasskey(id, { password: 'no' }, caller)).rejects.toMatchObject(
      refused('wrong-password'),
    );
    expect(await accounts.useCases.removePasskey(id, { password }, caller)).toBe(true);
    expect(await accounts.useCases.removePasskey(id, { password }, caller)).toBe(false);
    expect(await namesOf(caller)).toEqual([]);
    expect((await resolve(accounts, elsewhere.id)).session).toBeNull();
    expect((await mailsOf(accounts, accountRef)).at(-1)).toMatchObject({ template: 'passkey-removed' });
    await expect(enterBy(accounts, authenticator)).rejects.toMatchObject(refused('bad-passkey'));
  });

  test('goes with its account', async () => {
    const { caller, accountRef, authenticator } = await personWithPasskey(accounts);
    await accounts.useCases.deleteAccount(password, caller);
    expect(await accounts.rows('select 1 from accounts.passkey where account_ref = $1', [accountRef])).toEqual([]);
    await expect(enterBy(accounts, authenticator)).rejects.toMatchObject(refused('bad-passkey'));
  });
});

test('challenges that nobody answered are deleted', async () => {
  await begin(accounts);
  accounts.clock.advance({ minutes: 6 });
  await purgePastRows(accounts.parts.pool, accounts.clock.now());
  expect(await accounts.rows('select 1 from accounts.passkey_challenge')).toEqual([]);
});
