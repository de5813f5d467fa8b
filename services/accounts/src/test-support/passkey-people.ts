import type { CustomerCaller } from '@onceover/schema/caller';
import { codeAt } from '../adapters/crypto/one-time-codes.ts';
import { aSignIn, callerOf, customer, goodPassword, signedIn, someVisitor } from './people.ts';
import { type Deviation, type SoftwareAuthenticator, softwareAuthenticator } from './software-authenticator.ts';
import type { TestAccounts } from './test-accounts.ts';

/** Somebody who is signed in by password. */
export interface PasskeyPerson {
  readonly email: string;
  readonly accountRef: string;
  readonly sessionId: string;
  readonly caller: CustomerCaller;
}

export async function somebody(accounts: TestAccounts): Promise<PasskeyPerson> {
  const { email, accountRef } = await customer(accounts);
  const { id } = await signedIn(accounts, email);
  return { email, accountRef, sessionId: id, caller: await callerOf(accounts, id) };
}

/** The code of the app at this moment, or so many steps of 30 seconds later. */
export async function codeOf(accounts: TestAccounts, accountRef: string, steps = 0): Promise<string> {
  const twoStep = await accounts.parts.services.account.twoStep.find(accountRef);
  return codeAt(twoStep?.seed ?? Buffer.alloc(20), Math.floor(accounts.clock.now().getTime() / 30_000) + steps);
}

export async function turnOnTwoStep(accounts: TestAccounts, { accountRef, caller }: PasskeyPerson): Promise<void> {
  await accounts.useCases.beginTwoStep(goodPassword, caller);
  await accounts.useCases.enableTwoStep(await codeOf(accounts, accountRef), caller);
  accounts.clock.advance({ seconds: 90 });
}

/** Adds a passkey in the session of `caller`. */
export async function addPasskey(
  accounts: TestAccounts,
  caller: CustomerCaller,
  { authenticator = softwareAuthenticator(), name = 'Red laptop', deviation = {} as Deviation, code = '' } = {},
) {
  const options = await accounts.useCases.beginPasskey({ password: goodPassword, code }, caller);
  const passkey = await accounts.useCases.addPasskey(
    { name, answer: authenticator.create(options, deviation) },
    caller,
  );
  return { authenticator, passkey };
}

export async function personWithPasskey(accounts: TestAccounts, authenticator?: SoftwareAuthenticator) {
  const person = await somebody(accounts);
  return { ...person, ...(await addPasskey(accounts, person.caller, authenticator && { authenticator })) };
}

const entering = { wantsRememberMe: false, userAgentFamily: 'Firefox on Linux', sessionId: null, deviceMark: null };

export const begin = (accounts: TestAccounts, passkeyMark: string | null = null) =>
  accounts.useCases.beginPasskeySignIn({ waitingSession: null, passkeyMark });

/** Answers a challenge of the sign-in page. */
export const enter = (
  accounts: TestAccounts,
  { answer, passkeyMark }: { readonly answer: string; readonly passkeyMark: string | null },
  change = {},
) =>
  accounts.useCases.signInByPasskey(
    { ...entering, waitingSession: null, passkeyMark, answer, ...change },
    someVisitor(),
  );

/** The whole sign-in by passkey. */
export async function enterBy(accounts: TestAccounts, authenticator: SoftwareAuthenticator, deviation: Deviation = {}) {
  const { options, passkeyMark } = await begin(accounts);
  return await enter(accounts, { answer: authenticator.get(options, deviation), passkeyMark });
}

/** A session that has proven the password and waits for its second step. */
export async function waitingSession(accounts: TestAccounts, email: string): Promise<string> {
  const outcome = await accounts.useCases.signIn(aSignIn(email), someVisitor());
  if (outcome.kind !== 'second-step') throw new Error('no second step is wanted');
  return outcome.session.id;
}

/** Answers the second step of a waiting session. */
export async function finishBy(
  accounts: TestAccounts,
  session: string,
  authenticator: SoftwareAuthenticator,
  deviation: Deviation = {},
) {
  const { options } = await accounts.useCases.beginPasskeySignIn({ waitingSession: session, passkeyMark: null });
  return await enter(
    accounts,
    { answer: authenticator.get(options, deviation), passkeyMark: null },
    { waitingSession: session },
  );
}
