import { DuplicateCommand } from '@onceover/event-store';
import { DomainError } from '@onceover/service-kit/errors';
import {
  register,
  replaceSignUp,
  tellOfDisabling,
  tellOfEnabling,
  tellOfRemovedTwoStep,
  repeatSignUp as tellOfSignUp,
} from '../../domain/account/account-changes.ts';
import { mailRules } from '../../domain/account/attempt-rules.ts';
import type { AccountRecord, PendingSignUp } from '../account/account-book.ts';
import { runAccountCommand, systemContext } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { withEmailAllowance } from '../account/attempt-ledger.ts';
import { sealNotice } from '../account/mailroom.ts';
import type { PendingRequest } from '../account/pending-request.ts';
import { newLink, sendVerification } from '../account/verify-account.ts';
import { sendResetLink } from '../password/reset-password.ts';
import { limitsOf } from '../plan/plans.ts';

type SignUp = Extract<PendingRequest, { kind: 'sign-up' }>;

/**
 * Does what a sign-up, resend or reset asked for, or tells the owner what an operator did, after the request was answered. All
 * it commits is one transaction under the request's name, with the request's own row deleted in it; so it may stop at any
 * moment and run again.
 */
export function handlePendingRequestUseCase(ports: AccountPorts) {
  return async (requestId: string): Promise<void> => {
    const request = await ports.pending.find(requestId);
    if (request === null) return;
    try {
      const account = await ports.book.findByEmail(request.email);
      if (request.kind === 'sign-up' && account === null) await registerAccount(ports, requestId, request);
      else if (account?.isDisabled === true) await answerDisabled(ports, requestId, request, account);
      else if (account !== null) await answer(ports, requestId, request, account);
    } catch (error) {
      if (!(error instanceof DuplicateCommand || error instanceof NotTheNewest || isTooLate(error))) throw error;
    }
    await ports.pending.done(requestId);
  };
}

async function answer(
  ports: AccountPorts,
  requestId: string,
  request: PendingRequest,
  account: AccountRecord,
): Promise<void> {
  switch (request.kind) {
    case 'sign-up':
      return await signUpAgain(ports, requestId, request, account);
    case 'resend':
      return await sendVerification(ports, requestId, account, request.locale);
    case 'reset':
      return await sendResetLink(ports, requestId, account);
    case 'two-step-removed':
      return await sendNotice(ports, requestId, account, removalNotice);
    case 'account-enabled':
      return await sendNotice(ports, requestId, account, enabledNotice);
    case 'account-disabled':
      return; // It was enabled again before anybody was told.
  }
}

/** Whatever is asked for a disabled account, its owner is told that it is disabled; nobody else finds out. */
async function answerDisabled(
  ports: AccountPorts,
  requestId: string,
  { kind }: PendingRequest,
  account: AccountRecord,
): Promise<void> {
  const tell = () => sendNotice(ports, requestId, account, disabledNotice);
  if (kind === 'account-disabled') await tell();
  else if (kind === 'reset' && account.isVerified)
    await withEmailAllowance(ports, mailRules(kind, ports.book.emailOf(account)), tell);
}

/** The person signed up again before the worker came to this sign-up. */
class NotTheNewest extends Error {}

/** The secret for its link was created more than a day ago and has ended: the person has to ask again. */
function isTooLate(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'secret.idempotency-expired';
}

/**
 * Creates the account of a sign-up whose address was free: its events, its rows and the email with the verification
 * link in one commit. The link opens a secret, which the secrets service creates once per request.
 */
async function registerAccount(ports: AccountPorts, requestId: string, request: SignUp): Promise<void> {
  const { accountRef, email, locale, planId } = request;
  ports.failpoint('sign-up.opened');
  const { mail, write } = await newLink(ports, requestId, { accountRef, address: email, locale });
  try {
    await runAccountCommand(ports, {
      context: systemContext(`sign-up:${requestId}`, accountRef),
      decide: (state) =>
        register({ accountRef, locale, planId, deliveryId: mail.deliveryId, limits: limitsOf(planId) }, state),
      write: async (tx) => {
        ports.failpoint('sign-up.appended');
        await ports.book.register(tx, { ...signUpOf(request, accountRef), email });
        await write(tx);
      },
    });
    ports.failpoint('sign-up.committed');
  } catch (error) {
    if (!ports.book.isEmailTaken(error)) throw error;
    const first = await ports.book.findByEmail(email);
    if (first !== null) await signUpAgain(ports, requestId, request, first);
  }
}

/** What a sign-up leaves with its account until the address is proven. */
function signUpOf(request: SignUp, accountRef: string): PendingSignUp {
  const { planId, locale: mailLocale } = request;
  const password = { salt: Buffer.from(request.salt, 'base64'), digest: Buffer.from(request.digest, 'base64') };
  const markHash = Buffer.from(request.markHash, 'base64');
  return { accountRef, planId, mailLocale, password, markHash, at: new Date(request.at) };
}

/**
 * A sign-up with an address that was used before. If it is proven, its owner is told. Else nobody knows who signed up
 * first: the newer sign-up takes the place of the older, whose password, browser and links are over.
 *
 * Source  security 5.3
 */
async function signUpAgain(
  ports: AccountPorts,
  requestId: string,
  request: SignUp,
  account: AccountRecord,
): Promise<void> {
  if (account.isVerified) return await repeatSignUp(ports, requestId, account);
  if (new Date(request.at) < account.createdAt) throw new NotTheNewest();
  const { accountRef } = account;
  const address = ports.book.emailOf(account);
  const { planId, locale } = request;
  await withEmailAllowance(ports, mailRules('sign-up', address), async () => {
    const { mail, write } = await newLink(ports, requestId, { accountRef, address, locale });
    await runAccountCommand(ports, {
      context: systemContext(`sign-up:${requestId}`, accountRef),
      decide: (state) =>
        replaceSignUp({ accountRef, planId, deliveryId: mail.deliveryId, limits: limitsOf(planId) }, state),
      write: async (tx) => {
        if (!(await ports.book.replaceSignUp(tx, signUpOf(request, accountRef)))) throw new NotTheNewest();
        await write(tx);
      },
    });
  });
}

/** Tells the owner of an address that it has an account already; nobody else finds out. */
async function repeatSignUp(ports: AccountPorts, requestId: string, account: AccountRecord): Promise<void> {
  await withEmailAllowance(ports, mailRules('sign-up', ports.book.emailOf(account)), () =>
    sendNotice(ports, requestId, account, repeatedNotice),
  );
}

const repeatedNotice = { name: 'sign-up', template: 'account-exists', decide: tellOfSignUp } as const;
const removalNotice = { name: 'two-step-removed', template: 'two-step-removed', decide: tellOfRemovedTwoStep } as const;
const disabledNotice = { name: 'account-disabled', template: 'account-disabled', decide: tellOfDisabling } as const;
const enabledNotice = { name: 'account-enabled', template: 'account-enabled', decide: tellOfEnabling } as const;

/** Emails the owner what a request was about, and what there is to say of it in the log. */
async function sendNotice(
  ports: AccountPorts,
  requestId: string,
  account: AccountRecord,
  {
    name,
    template,
    decide,
  }: typeof repeatedNotice | typeof removalNotice | typeof disabledNotice | typeof enabledNotice,
): Promise<void> {
  const { accountRef } = account;
  const { deliveryId, write } = await sealNotice(ports, account, { template });
  await runAccountCommand(ports, {
    context: systemContext(`${name}:${requestId}`, accountRef),
    decide: (state) => decide({ accountRef, deliveryId }, state),
    write: async (tx) => {
      await write(tx);
      await ports.pending.done(requestId, tx);
    },
  });
}
