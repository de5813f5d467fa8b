import type { CustomerCaller } from '@onceover/schema/caller';
import type { MailEnvelope } from '@onceover/schema/internal/mail-envelope';
import { ownOrigin } from '@onceover/service-kit/origin';
import { verifyAccountUseCase } from '../use-cases/account/verify-account.ts';
import type { TestAccounts } from './test-accounts.ts';

export const goodPassword = 'sunny harbour 42';
export const visitor = {
  kind: 'anonymous',
  network: '192.0.2.0/24',
  requestId: 'req-test',
  origin: ownOrigin('web'),
} as const;

let number = 0;

/** An address nobody has. */
export function someAddress(): string {
  number += 1;
  return `person${number}.${process.pid}@example.com`;
}

/** A visitor from a network of their own, so that limits do not meet. */
export function someVisitor() {
  number += 1;
  return { ...visitor, network: `198.51.${number >> 8}.${number & 255}/32` };
}

export function aSignUp(email: string, change: Partial<Parameters<TestAccounts['useCases']['signUp']>[0]> = {}) {
  return { email, password: goodPassword, passwordConfirm: goodPassword, planCode: null, locale: 'en', ...change };
}

export function aSignIn(email: string, change: Partial<Parameters<TestAccounts['useCases']['signIn']>[0]> = {}) {
  return {
    email,
    password: goodPassword,
    wantsRememberMe: false,
    userAgentFamily: 'Firefox on Linux',
    sessionId: null,
    deviceMark: null,
    hasSolvedCaptcha: false,
    ...change,
  };
}

/** Makes an account that is not verified yet; gives its reference. */
export async function signUp(accounts: TestAccounts, email: string, change = {}): Promise<string> {
  await accounts.useCases.signUp(aSignUp(email, change));
  await accounts.drain();
  const account = await accounts.parts.services.account.book.findByEmail(email);
  if (account === null) throw new Error('the sign-up made no account');
  return account.accountRef;
}

/** The newest verification secret of an account, as its link has it. */
export function linkOf(
  accounts: TestAccounts,
  accountRef: string,
): { readonly secretId: string; readonly key: string } {
  const [key, found] =
    [...accounts.neighbours.secrets].findLast(([, secret]) => secret.accountRef === accountRef) ?? [];
  if (key === undefined || found === undefined) throw new Error('no link was emailed');
  return { secretId: found.secretId, key };
}

/** As if the newest link of an account had been opened. */
export async function openLink(accounts: TestAccounts, accountRef: string): Promise<void> {
  const { secretId } = linkOf(accounts, accountRef);
  await verifyAccountUseCase(accounts.parts.services.account)(accountRef, secretId);
}

/** Makes a verified account. */
export async function customer(
  accounts: TestAccounts,
  email: string = someAddress(),
): Promise<{ readonly email: string; readonly accountRef: string }> {
  const accountRef = await signUp(accounts, email);
  await openLink(accounts, accountRef);
  return { email, accountRef };
}

/** Signs in by password alone; gives what the browser gets. */
export async function signedIn(accounts: TestAccounts, email: string, change = {}) {
  const outcome = await accounts.useCases.signIn(aSignIn(email, change), someVisitor());
  if (outcome.kind !== 'signed-in') throw new Error('a second step is wanted');
  return outcome.session;
}

/** What the edge would find out about a browser. */
export function resolve(accounts: TestAccounts, sessionId: string | null, change = {}) {
  return accounts.useCases.resolveSession({
    sessionId,
    rememberMe: null,
    userAgentFamily: 'Firefox on Linux',
    extendsIdle: true,
    asker: someVisitor(),
    ...change,
  });
}

/** The caller that the gateway makes of a session; throws when the session is not good. */
export async function callerOf(accounts: TestAccounts, sessionId: string): Promise<CustomerCaller> {
  const { session } = await resolve(accounts, sessionId, { extendsIdle: false });
  if (session === null) throw new Error('nobody is signed in');
  const { accountRef, custid, planId, role, hasSecondFactor, provenAt } = session.customer;
  const proof = provenAt === undefined ? {} : { provenAt };
  const credential = { kind: 'session', ref: session.ref } as const;
  return { ...visitor, kind: 'customer', accountRef, custid, planId, role, hasSecondFactor, ...proof, credential };
}

/** The emails of an account that were not fetched yet, oldest first, opened. */
export async function mailsOf(accounts: TestAccounts, accountRef: string): Promise<MailEnvelope[]> {
  const rows = await accounts.rows<{ delivery_id: string; sealed: Buffer }>(
    'select delivery_id, sealed from accounts.delivery_envelope where account_ref = $1 order by delivery_id',
    [accountRef],
  );
  return rows.map(({ delivery_id, sealed }) => accounts.neighbours.open(delivery_id, sealed));
}
