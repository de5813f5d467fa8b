import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addPasskey,
  codeOf,
  enter,
  enterBy,
  finishBy,
  personWithPasskey,
  somebody,
  turnOnTwoStep,
  waitingSession,
} from '../../test-support/passkey-people.ts';
import { aSignIn, callerOf, resolve, someVisitor } from '../../test-support/people.ts';
import { softwareAuthenticator } from '../../test-support/software-authenticator.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const refused = (code: string) => ({ code: `account.${code}` });
const typesOf = async (accountRef: string, type: string) =>
  (await accounts.eventTypes(accountRef)).filter((each) => each === type);
const beginFor = (session: string) =>
  accounts.useCases.beginPasskeySignIn({ waitingSession: session, passkeyMark: null });

/** Somebody who signs in with two steps, and has a passkey. */
async function twoStepPerson() {
  const person = await somebody(accounts);
  await turnOnTwoStep(accounts, person);
  const code = await codeOf(accounts, person.accountRef);
  return { ...person, ...(await addPasskey(accounts, person.caller, { code })) };
}

describe('a passkey as the second step', () => {
  test('finishes a sign-in by password, and the session has both factors', async () => {
    const { email, accountRef, authenticator } = await twoStepPerson();
    const { session } = await finishBy(accounts, await waitingSession(accounts, email), authenticator);
    expect((await callerOf(accounts, session.id)).hasSecondFactor).toBe(true);
    const [event] = await accounts.rows<{ data: object }>(
      `select data from accounts.events where tenant_ref = $1 and type = 'security.signed_in' order by xid desc, pos desc limit 1`,
      [accountRef],
    );
    expect(event?.data).toMatchObject({ method: 'password-and-passkey' });
  });

  test('is not asked for after a passkey alone, which has proven both factors', async () => {
    const { authenticator } = await twoStepPerson();
    const { session } = await enterBy(accounts, authenticator);
    expect((await callerOf(accounts, session.id)).hasSecondFactor).toBe(true);
  });

  test('need not verify the person, whose password was right', async () => {
    const { email, authenticator } = await twoStepPerson();
    await finishBy(accounts, await waitingSession(accounts, email), authenticator, { isVerified: false });
  });

  test('is asked for by the passkeys of the account alone, and not at all where it has none', async () => {
    const { email, authenticator } = await twoStepPerson();
    const { options } = await beginFor(await waitingSession(accounts, email));
    expect(JSON.parse(options)).toMatchObject({
      allowCredentials: [{ id: authenticator.credentialId, transports: ['internal'] }],
      userVerification: 'preferred',
    });
    const person = await somebody(accounts);
    await turnOnTwoStep(accounts, person);
    await expect(beginFor(await waitingSession(accounts, person.email))).rejects.toMatchObject(refused('no-passkeys'));
  });

  test('of another account is refused', async () => {
    const { email } = await twoStepPerson();
    const other = await personWithPasskey(accounts);
    const session = await waitingSession(accounts, email);
    await expect(finishBy(accounts, session, other.authenticator)).rejects.toMatchObject(refused('bad-passkey'));
    expect((await resolve(accounts, session)).session).toMatchObject({ isWaiting: true });
  });

  test('answers for the session that it was asked by, once', async () => {
    const { email, authenticator } = await twoStepPerson();
    const [one, two] = [await waitingSession(accounts, email), await waitingSession(accounts, email)];
    const answer = authenticator.get((await beginFor(one)).options);
    await expect(enter(accounts, { answer, passkeyMark: null }, { waitingSession: two })).rejects.toMatchObject(
      refused('passkey-expired'),
    );
    await enter(accounts, { answer, passkeyMark: null }, { waitingSession: one });
    await expect(enter(accounts, { answer, passkeyMark: null }, { waitingSession: one })).rejects.toMatchObject(
      refused('second-step-expired'),
    );
  });

  test('does not answer a challenge of the sign-in page, nor the other way round', async () => {
    const { email, authenticator } = await twoStepPerson();
    const session = await waitingSession(accounts, email);
    const open = await accounts.useCases.beginPasskeySignIn({ waitingSession: null, passkeyMark: null });
    await expect(
      enter(accounts, { answer: authenticator.get(open.options), passkeyMark: null }, { waitingSession: session }),
    ).rejects.toMatchObject(refused('passkey-expired'));
    const answer = authenticator.get((await beginFor(session)).options);
    await expect(enter(accounts, { answer, passkeyMark: open.passkeyMark })).rejects.toMatchObject(
      refused('passkey-expired'),
    );
  });

  test('wrong ones count with wrong codes: after five of both not even the right one is taken', async () => {
    const { email, accountRef, authenticator } = await twoStepPerson();
    const session = await waitingSession(accounts, email);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(finishBy(accounts, session, authenticator, { hasWrongSignature: true })).rejects.toMatchObject(
        refused('bad-passkey'),
      );
    }
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(
        accounts.useCases.confirmSecondStep({ sessionId: session, code: '000000', deviceMark: null }, someVisitor()),
      ).rejects.toMatchObject(refused('wrong-code'));
    }
    await expect(finishBy(accounts, session, authenticator)).rejects.toMatchObject(refused('too-many-tries'));
    expect(await typesOf(accountRef, 'security.passkey_refused')).toHaveLength(3);
    accounts.clock.advance({ minutes: 15 });
    await finishBy(accounts, await waitingSession(accounts, email), authenticator);
  });

  test('a right one ends the count of wrong codes, as a right code does', async () => {
    const { email, authenticator } = await twoStepPerson();
    const fourWrongCodes = async () => {
      const sessionId = await waitingSession(accounts, email);
      for (let attempt = 0; attempt < 4; attempt += 1) {
        await expect(
          accounts.useCases.confirmSecondStep({ sessionId, code: '000000', deviceMark: null }, someVisitor()),
        ).rejects.toMatchObject(refused('wrong-code'));
      }
      return sessionId;
    };
    await finishBy(accounts, await fourWrongCodes(), authenticator);
    await fourWrongCodes();
  });

  test('a session that waits too long, or none at all, is told so', async () => {
    const { email, authenticator } = await twoStepPerson();
    const session = await waitingSession(accounts, email);
    const { options } = await beginFor(session);
    accounts.clock.advance({ minutes: 10 });
    for (const waiting of [session, 'x'.repeat(43)]) {
      await expect(beginFor(waiting)).rejects.toMatchObject(refused('second-step-expired'));
      const sent = { answer: authenticator.get(options), passkeyMark: null };
      await expect(enter(accounts, sent, { waitingSession: waiting })).rejects.toMatchObject(
        refused('second-step-expired'),
      );
    }
  });
});

test('a passkey alone turns no second step on: the password still signs in by itself', async () => {
  const { email } = await personWithPasskey(accounts, softwareAuthenticator());
  expect((await accounts.useCases.signIn(aSignIn(email), someVisitor())).kind).toBe('signed-in');
});
