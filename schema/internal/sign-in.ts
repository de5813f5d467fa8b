import { z } from 'zod';
import { caller } from '../caller.ts';
import { refusedWith } from './refused.ts';

/** What the browser gets as cookies; stored only as hashes. */
export const newSession = z.object({
  id: z.string(),
  /** Value of the remember-me cookie; null: none, the session ends with the browser. */
  rememberMe: z.string().nullable(),
});

export const signedIn = z.object({
  kind: z.literal('signed-in'),
  session: newSession,
  custid: z.string(),
  locale: z.string().nullable(),
  /** For a cookie that marks this browser as one that signed in to the account before. */
  deviceMark: z.string(),
});

/** One factor was right. The session is good for the second step and nothing else, for ten minutes. */
export const awaitingSecondStep = z.object({ kind: z.literal('second-step'), session: newSession });

/** The mark that the browser has; null: none. */
export const deviceMark = z.string().nullable();

/** Signs in by password. An unknown address, a wrong password, an unverified or disabled account: one refusal. */
export const signIn = {
  name: 'accounts.signIn',
  askers: ['gateway'],
  whenLost: 'unknown',
  input: z.object({
    email: z.string(),
    password: z.string(),
    wantsRememberMe: z.boolean(),
    /** Such as `Firefox on Linux`. */
    userAgentFamily: z.string(),
    /** The session the browser has now; it ends when this sign-in succeeds. */
    sessionId: z.string().nullable(),
    deviceMark,
    /** Whether this try came with a solved captcha, which is used up by it. */
    hasSolvedCaptcha: z.boolean(),
    caller,
  }),
  output: z.discriminatedUnion('kind', [
    signedIn,
    awaitingSecondStep,
    refusedWith('account.bad-credentials', 'account.too-many-tries', 'account.captcha-required'),
  ]),
} as const;

/** Finishes a sign-in that needs a second step. */
export const confirmSecondStep = {
  name: 'accounts.confirmSecondStep',
  askers: ['gateway'],
  whenLost: 'unknown',
  input: z.object({
    /** The waiting session that `second-step` gave. */
    sessionId: z.string(),
    /** Six digits, or a recovery code. */
    code: z.string(),
    deviceMark,
    caller,
  }),
  output: z.discriminatedUnion('kind', [
    signedIn,
    refusedWith(
      'account.wrong-code',
      'account.second-step-expired',
      'account.too-many-tries',
      'account.bad-credentials',
    ),
  ]),
} as const;

/** Ends a session and its remember-me; says nothing about whether there was one. */
export const signOut = {
  name: 'accounts.signOut',
  askers: ['gateway'],
  whenLost: 'unknown',
  input: z.object({ sessionId: z.string().nullable(), rememberMe: z.string().nullable(), caller }),
  output: z.object({}),
} as const;
