import type { Caller } from '@onceover/schema/caller';
import { parseEmailAddress } from '@onceover/schema/email-address';
import type { signIn } from '@onceover/schema/internal/sign-in';
import type { z } from 'zod';
import { BadCredentials, CaptchaRequired, TooManyTries } from '../../domain/account/account-errors.ts';
import { type DelayPass, signInRules, streakThatNeedsReset } from '../../domain/account/attempt-rules.ts';
import type { AccountRecord } from '../account/account-book.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { awaitSecondStep } from './await-second-step.ts';
import { isKnownDevice } from './device-mark.ts';
import { establishSession } from './establish-session.ts';
import { endSession } from './manage-sessions.ts';
import { sessionHash } from './new-session.ts';

export type SignInInput = Omit<z.output<typeof signIn.input>, 'caller'>;

export type SignInOutcome = Extract<z.output<typeof signIn.output>, { kind: 'signed-in' | 'second-step' }>;

/**
 * Signs in by password. Tries are counted before anything is hashed. An unknown address, a wrong password, an account
 * that is unverified, disabled or needs a reset: one answer, after the same reads, the same hash and the same write. The hash
 * that came with an imported account gives way to ours.
 *
 * Refuses  account.bad-credentials, .too-many-tries, .captcha-required; outages are outages, never "wrong"
 * Source   security 5.3, 5.4
 */
export function signInUseCase(ports: AccountPorts) {
  return async (input: SignInInput, caller: Caller): Promise<SignInOutcome> => {
    const email = parseEmailAddress(input.email) ?? input.email.trim().toLowerCase().slice(0, 320);
    const rules = signInRules(email, caller.network, await passOf(ports, email, input));
    const { seconds, isDelay } = await ports.attempts.reserveOrDelay(rules, ports.clock.now());
    if (seconds > 0) throw isDelay ? new CaptchaRequired(seconds) : new TooManyTries(seconds);
    const notCounted = async (error: unknown): Promise<never> => {
      await ports.attempts.giveBack(rules);
      throw error;
    };
    const account = await proven(ports, email, input.password).catch(notCounted);
    if (account === null) {
      await ports.failures.add(email, ports.clock.now());
      throw new BadCredentials();
    }
    const outcome = await admit(ports, input, account, caller).catch(notCounted);
    const [pair, ...shared] = rules;
    await ports.attempts.clear([pair]);
    await ports.attempts.giveBack(shared);
    return outcome;
  };
}

/** Nobody can shut an owner out by wrong passwords from everywhere: their own browser passes, and so does a captcha. */
async function passOf(ports: AccountPorts, email: string, input: SignInInput): Promise<DelayPass> {
  const { deviceMark: mark, hasSolvedCaptcha } = input;
  if (mark !== null && (await isKnownDevice(ports, email, mark))) return { kind: 'known-device', mark };
  return hasSolvedCaptcha ? { kind: 'captcha' } : null;
}

/** The account whose password this is, if it may sign in. */
async function proven(ports: AccountPorts, email: string, password: string): Promise<AccountRecord | null> {
  const account = await ports.book.findByEmail(email);
  const mayEnter = account?.isVerified === true && !account.isDisabled && account.failureStreak < streakThatNeedsReset;
  const isRight = await ports.passwords.verify(password, mayEnter ? account.password : null);
  return isRight && mayEnter ? account : null;
}

async function admit(
  ports: AccountPorts,
  input: SignInInput,
  account: AccountRecord,
  caller: Caller,
): Promise<SignInOutcome> {
  const { userAgentFamily, wantsRememberMe, sessionId, deviceMark } = input;
  const { accountRef } = account;
  const before = sessionId === null ? null : sessionHash(sessionId);
  if (account.isTwoStepOn) {
    return await awaitSecondStep(ports, { account, wantsRememberMe, userAgentFamily, before, caller });
  }
  // The password is right: from here on it is hashed as ours are, in the commit that lets its owner in.
  const renewed = account.password.foreign === null ? null : await ports.passwords.rehash(input.password);
  const wish = { account, method: 'password', wantsRememberMe, userAgentFamily, deviceMark, caller } as const;
  const established = await establishSession(ports, {
    ...wish,
    // Their own goes in the same commit; somebody else's is an event of theirs.
    write: async (tx) => {
      if (renewed !== null) await ports.book.renewPassword(tx, accountRef, account.passwordVersion, renewed);
      if (before !== null) await ports.sessions.remove(tx, accountRef, { kind: 'one', idHash: before });
    },
  });
  if (before !== null) await endSession(ports, before, caller);
  return { kind: 'signed-in', ...established, custid: ports.book.emailOf(account), locale: account.locale };
}
