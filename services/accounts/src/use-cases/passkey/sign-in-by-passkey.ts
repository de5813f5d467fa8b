import type { Caller } from '@onceover/schema/caller';
import type { beginPasskeySignIn, signInByPasskey } from '@onceover/schema/internal/passkey';
import { newId } from '@onceover/service-kit/ids';
import type { z } from 'zod';
import { SecondStepExpired, TooManyTries } from '../../domain/account/account-errors.ts';
import { type AttemptRule, codeRule, networkRule } from '../../domain/account/attempt-rules.ts';
import { BadPasskey, isPerhapsCopied, NoPasskeys, PasskeyExpired } from '../../domain/passkey/passkey.ts';
import { type SecurityEvent, securityEvent } from '../../domain/session/security-events.ts';
import { type Asker, ownerContext, runAccountCommand, systemContext, type Tx } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import type { ChallengeSlip, PasskeyUse, StoredPasskey } from '../account/passkey-book.ts';
import type { SessionRecord } from '../account/session-book.ts';
import { awaitSecondStep, waitingSession } from '../session/await-second-step.ts';
import { type Establish, establishSession } from '../session/establish-session.ts';
import { endSession } from '../session/manage-sessions.ts';
import { sessionHash } from '../session/new-session.ts';
import type { SignInOutcome } from '../session/sign-in.ts';
import { newChallenge, takeAnswer } from './challenge.ts';

const markBytes = 32;

type BeginInput = Omit<z.output<typeof beginPasskeySignIn.input>, 'caller'>;
type SignInInput = Omit<z.output<typeof signInByPasskey.input>, 'caller'>;
type SignedIn = Extract<SignInOutcome, { kind: 'signed-in' }>;

/**
 * Begins a sign-in by passkey: any passkey that the person has for this site, or, as the second step of a session that waits,
 * one of its account's. The challenge is for this browser alone.
 *
 * Refuses  account.second-step-expired, account.no-passkeys
 * Source   ADR 75
 */
export function beginPasskeySignInUseCase(ports: AccountPorts) {
  return async ({ waitingSession: waitingId, passkeyMark }: BeginInput) => {
    if (waitingId !== null) {
      const { session, account } = await waitingSession(ports, waitingId);
      const passkeys = (await ports.passkeys.listOf(account.accountRef)).filter(isSecondFactor);
      if (passkeys.length === 0) throw new NoPasskeys();
      const challenge = await newChallenge(ports, secondStepOf(session));
      return { options: await ports.ceremonies.requestOptions({ challenge, passkeys }), passkeyMark: null };
    }
    const mark = passkeyMark ?? ports.randomBytes(markBytes).toString('base64url');
    const challenge = await newChallenge(ports, signInFrom(mark));
    return { options: await ports.ceremonies.requestOptions({ challenge, passkeys: [] }), passkeyMark: mark };
  };
}

/** One that was added with the password alone proves no more than that does, once two-step sign-in is on. */
const isSecondFactor = ({ isAddedWithCode }: StoredPasskey) => isAddedWithCode;

/**
 * Signs in by passkey alone, which has verified the person and so is both factors, if it was added with a code, else a code follows;
 * or finishes a sign-in by password, in the place of a code. The challenge is used up by any answer, the waiting session by a right one.
 *
 * Refuses  account.bad-passkey, .passkey-expired, .second-step-expired, .too-many-tries, .bad-credentials
 * Source   ADR 75
 */
export function signInByPasskeyUseCase(ports: AccountPorts) {
  return async (input: SignInInput, caller: Caller): Promise<SignInOutcome> => {
    if (input.waitingSession === null) return await signInAlone(ports, input, caller);
    return await finishSecondStep(ports, input, input.waitingSession, caller);
  };
}

const signInFrom = (mark: string): Omit<ChallengeSlip, 'challenge'> => ({
  purpose: 'sign-in',
  boundTo: sessionHash(mark),
});
const secondStepOf = ({ idHash }: SessionRecord): Omit<ChallengeSlip, 'challenge'> => ({
  purpose: 'second-step',
  boundTo: idHash,
});

async function signInAlone(ports: AccountPorts, input: SignInInput, caller: Caller): Promise<SignInOutcome> {
  const rules = [networkRule(caller.network)];
  return await counted(ports, rules, async () => {
    if (input.passkeyMark === null) throw new PasskeyExpired();
    const answer = await takeAnswer(ports, input.answer, signInFrom(input.passkeyMark));
    const passkey = await ports.passkeys.findByCredential(answer.credentialId);
    if (passkey === null || answer.userHandle !== passkey.accountRef) throw new BadPasskey();
    const account = await ports.book.find(passkey.accountRef);
    if (account === null || !account.isVerified || account.isDisabled) throw new BadPasskey();
    const use = await ports.ceremonies.checkAnswer(answer, passkey, { mustVerifyPerson: true });
    if (use === null) throw new BadPasskey();
    const { sessionId, wantsRememberMe, userAgentFamily } = input;
    const before = sessionId === null ? null : sessionHash(sessionId);
    if (account.isTwoStepOn && !isSecondFactor(passkey)) {
      await refuseCopy(ports, passkey, use);
      await noteFirstStep(ports, passkey, use, caller);
      return await awaitSecondStep(ports, { account, wantsRememberMe, userAgentFamily, before, caller });
    }
    const signedIn = await enter(ports, { ...input, account, method: 'passkey', wantsRememberMe, caller }, passkey, {
      use,
      // Their own goes in the same commit; somebody else's is an event of theirs.
      write: async (tx) => {
        if (before !== null) await ports.sessions.remove(tx, account.accountRef, { kind: 'one', idHash: before });
      },
    });
    if (before !== null) await endSession(ports, before, caller);
    return signedIn;
  });
}

async function finishSecondStep(
  ports: AccountPorts,
  input: SignInInput,
  waitingId: string,
  caller: Caller,
): Promise<SignedIn> {
  const { session: waiting, account } = await waitingSession(ports, waitingId);
  const { accountRef } = account;
  const work = async () => {
    const answer = await takeAnswer(ports, input.answer, secondStepOf(waiting));
    const passkey = await ports.passkeys.findByCredential(answer.credentialId);
    if (passkey === null || passkey.accountRef !== accountRef || !isSecondFactor(passkey)) throw new BadPasskey();
    const use = await ports.ceremonies.checkAnswer(answer, passkey, { mustVerifyPerson: false });
    if (use === null) {
      await report(ports, passkey, 'answer');
      throw new BadPasskey();
    }
    const { wantsRememberMe, userAgentFamily } = waiting;
    const wish = { account, method: 'password-and-passkey', wantsRememberMe, userAgentFamily, caller } as const;
    return await enter(ports, { ...wish, deviceMark: input.deviceMark }, passkey, {
      use,
      write: async (tx) => {
        if (!(await ports.sessions.removeOne(tx, waiting.idHash))) throw new SecondStepExpired();
      },
    });
  };
  return await counted(ports, [codeRule(accountRef)], work, 'clear');
}

/** A session for whoever holds the passkey, unless it may be a copy: that is recorded, and refused. */
async function enter(
  ports: AccountPorts,
  wish: Pick<Establish, 'account' | 'method' | 'wantsRememberMe' | 'userAgentFamily' | 'deviceMark' | 'caller'>,
  passkey: StoredPasskey,
  { use, write }: { readonly use: PasskeyUse; readonly write: (tx: Tx) => Promise<void> },
): Promise<SignedIn> {
  await refuseCopy(ports, passkey, use);
  const { account } = wish;
  const established = await establishSession(ports, {
    ...wish,
    write: async (tx) => {
      if (!(await ports.passkeys.noteUse(tx, passkey, use, ports.clock.now()))) throw new BadPasskey();
      await write(tx);
    },
  });
  return { kind: 'signed-in', ...established, custid: ports.book.emailOf(account), locale: account.locale };
}

async function refuseCopy(ports: AccountPorts, passkey: StoredPasskey, use: PasskeyUse): Promise<void> {
  if (!isPerhapsCopied(passkey.counter, use.counter)) return;
  await report(ports, passkey, 'counter');
  throw new BadPasskey();
}

/** Its use counts, whether or not the code follows. */
async function noteFirstStep(ports: AccountPorts, passkey: StoredPasskey, use: PasskeyUse, by: Asker): Promise<void> {
  await runAccountCommand(ports, {
    context: ownerContext(by, passkey.accountRef),
    write: async (tx) => {
      if (!(await ports.passkeys.noteUse(tx, passkey, use, ports.clock.now()))) throw new BadPasskey();
    },
  });
}

/**
 * Counts a try before it is checked. Only a passkey that was not accepted stays counted; one that was accepted gives its own
 * try back, or clears all that were counted.
 */
async function counted<R>(
  ports: AccountPorts,
  rules: readonly AttemptRule[],
  work: () => Promise<R>,
  settle: 'giveBack' | 'clear' = 'giveBack',
): Promise<R> {
  const wait = await ports.attempts.reserve(rules, ports.clock.now());
  if (wait > 0) throw new TooManyTries(wait);
  try {
    const result = await work();
    await ports.attempts[settle](rules);
    return result;
  } catch (error) {
    if (!(error instanceof BadPasskey)) await ports.attempts.giveBack(rules);
    throw error;
  }
}

async function report(
  ports: AccountPorts,
  { accountRef, passkeyId }: StoredPasskey,
  reasonCode: Extract<SecurityEvent, { type: 'security.passkey_refused' }>['data']['reasonCode'],
): Promise<void> {
  await runAccountCommand(ports, {
    context: systemContext(`passkey-refused:${newId()}`, accountRef),
    security: [securityEvent('security.passkey_refused', { accountRef, passkeyRef: passkeyId, reasonCode })],
  });
}
