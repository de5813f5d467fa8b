import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addPasskey,
  begin,
  codeOf,
  enter,
  enterBy,
  finishBy,
  type PasskeyPerson,
  personWithPasskey,
  somebody,
  turnOnTwoStep,
  waitingSession,
} from '../../test-support/passkey-people.ts';
import { callerOf, goodPassword, resolve, someVisitor } from '../../test-support/people.ts';
import { softwareAuthenticator } from '../../test-support/software-authenticator.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import { changeRoleUseCase } from '../account/change-role.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const refused = (code: string) => ({ code: `account.${code}` });
const signIns = async (accountRef: string) =>
  (await accounts.eventTypes(accountRef)).filter((type) => type === 'security.signed_in').length;
const provenBy = async (session: string) => {
  const { hasSecondFactor, provenAt } = await callerOf(accounts, session);
  return { hasSecondFactor, isProven: provenAt !== undefined };
};
const asColonel = async (accountRef: string) => {
  const { account } = accounts.parts.services;
  const record = await account.book.find(accountRef);
  if (record === null) throw new Error('the account is gone');
  await changeRoleUseCase(account)(record, 'colonel');
};
const finishByCode = async (sessionId: string, accountRef: string) =>
  await accounts.useCases.confirmSecondStep(
    { sessionId, code: await codeOf(accounts, accountRef), deviceMark: null },
    someVisitor(),
  );

/** Somebody who had a passkey before two-step sign-in. */
async function personFromBefore() {
  const person = await personWithPasskey(accounts);
  await turnOnTwoStep(accounts, person);
  return person;
}

/** Somebody who had two-step sign-in before the passkey. */
async function personWithCode() {
  const person = await somebody(accounts);
  await turnOnTwoStep(accounts, person);
  const added = await addPasskey(accounts, person.caller, { code: await codeOf(accounts, person.accountRef) });
  accounts.clock.advance({ seconds: 90 });
  return { ...person, ...added };
}

async function turnOffTwoStep({ accountRef, caller }: PasskeyPerson): Promise<void> {
  await accounts.useCases.disableTwoStep(goodPassword, await codeOf(accounts, accountRef), caller);
  accounts.clock.advance({ seconds: 90 });
}

describe('a passkey from before two-step sign-in', () => {
  test('signs in like the password: a code is asked for after it', async () => {
    const { accountRef, authenticator } = await personFromBefore();
    const before = await signIns(accountRef);
    const outcome = await enterBy(accounts, authenticator);
    expect(outcome.kind).toBe('second-step');
    expect((await resolve(accounts, outcome.session.id)).session).toMatchObject({ isWaiting: true });
    expect(await signIns(accountRef)).toBe(before);
    const { session } = await finishByCode(outcome.session.id, accountRef);
    expect(await provenBy(session.id)).toEqual({ hasSecondFactor: true, isProven: true });
  });

  test('counts its use also where a code has to follow, and is refused as a copy', async () => {
    const { accountRef, authenticator } = await personFromBefore();
    await enterBy(accounts, authenticator);
    const stored = await accounts.parts.services.account.passkeys.findByCredential(authenticator.credentialId);
    expect(stored).toMatchObject({ counter: 2, lastUsedAt: accounts.clock.now() });
    await expect(enterBy(accounts, authenticator, { counter: 2 })).rejects.toMatchObject(refused('bad-passkey'));
    expect(await accounts.eventTypes(accountRef)).toContain('security.passkey_refused');
  });

  test('ends the session that the browser had, as a password does', async () => {
    const { email, accountRef, authenticator } = await personFromBefore();
    const before = await finishByCode(await waitingSession(accounts, email), accountRef);
    const { options, passkeyMark } = await begin(accounts);
    const answer = authenticator.get(options);
    await enter(accounts, { answer, passkeyMark }, { sessionId: before.session.id });
    expect((await resolve(accounts, before.session.id)).session).toBeNull();
  });

  test('is no second step after the password, not even beside one that is', async () => {
    const { email, accountRef, caller, authenticator: old } = await personFromBefore();
    const session = await waitingSession(accounts, email);
    await expect(finishBy(accounts, session, old)).rejects.toMatchObject(refused('no-passkeys'));
    const { authenticator } = await addPasskey(accounts, caller, { code: await codeOf(accounts, accountRef) });
    const { options } = await accounts.useCases.beginPasskeySignIn({ waitingSession: session, passkeyMark: null });
    expect(JSON.parse(options).allowCredentials).toMatchObject([{ id: authenticator.credentialId }]);
    await expect(finishBy(accounts, session, old)).rejects.toMatchObject(refused('bad-passkey'));
    await finishBy(accounts, session, authenticator);
  });

  test('gives no rights of a colonel to somebody who knew the password alone', async () => {
    const { accountRef, authenticator } = await personFromBefore();
    await asColonel(accountRef);
    const outcome = await enterBy(accounts, authenticator);
    expect((await resolve(accounts, outcome.session.id)).session).toMatchObject({ isWaiting: true });
  });

  test('proves nothing fresh while two-step sign-in is off, nor both factors to the session once it is on', async () => {
    const { authenticator, ...person } = await personWithPasskey(accounts);
    const { session } = await enterBy(accounts, authenticator);
    expect(await provenBy(session.id)).toEqual({ hasSecondFactor: false, isProven: false });
    await turnOnTwoStep(accounts, { ...person, caller: await callerOf(accounts, session.id) });
    expect(await provenBy(session.id)).toEqual({ hasSecondFactor: false, isProven: false });
  });
});

describe('a passkey that was added with a code', () => {
  test('is both factors, also for a colonel', async () => {
    const { accountRef, authenticator } = await personWithCode();
    await asColonel(accountRef);
    const { session } = await enterBy(accounts, authenticator);
    expect(await callerOf(accounts, session.id)).toMatchObject({
      role: 'colonel',
      hasSecondFactor: true,
      provenAt: accounts.clock.now().getTime(),
    });
  });

  test('is so no longer once two-step sign-in was off: who turned it on first may have been somebody else', async () => {
    const person = await personWithCode();
    await turnOffTwoStep(person);
    await turnOnTwoStep(accounts, person);
    expect((await enterBy(accounts, person.authenticator)).kind).toBe('second-step');
  });

  test('needs the code at its beginning: turning two-step sign-in on in between is not enough', async () => {
    const person = await somebody(accounts);
    const options = await accounts.useCases.beginPasskey({ password: goodPassword }, person.caller);
    await turnOnTwoStep(accounts, person);
    const wish = { name: 'Early', answer: softwareAuthenticator().create(options) };
    await expect(accounts.useCases.addPasskey(wish, person.caller)).rejects.toMatchObject(refused('passkey-expired'));
  });
});

test('its owner sees which passkeys need a code after them', async () => {
  const { caller, accountRef } = await personFromBefore();
  await addPasskey(accounts, caller, { name: 'New', code: await codeOf(accounts, accountRef) });
  const listed = await accounts.useCases.listPasskeys(caller);
  expect(listed.map(({ name, isAddedWithCode }) => [name, isAddedWithCode])).toEqual([
    ['New', true],
    ['Red laptop', false],
  ]);
});
