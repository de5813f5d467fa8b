import { z } from 'zod';
import { caller } from '../caller.ts';
import { refusedWith } from './refused.ts';
import { awaitingSecondStep, deviceMark, signedIn } from './sign-in.ts';

/** The session that waits for its second step; null: nobody is known yet, and the passkey says who it is. */
const waitingSession = z.string().nullable();
/** Names the browser that a challenge was given to; null: it has none yet. */
const passkeyMark = z.string().nullable();

/** Begins a sign-in by passkey, or a second step by one: a challenge for this browser, once, for five minutes. */
export const beginPasskeySignIn = {
  name: 'accounts.beginPasskeySignIn',
  askers: ['gateway'],
  whenLost: 'repeat',
  input: z.object({ waitingSession, passkeyMark, caller }),
  output: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('begun'),
      /** `PublicKeyCredentialRequestOptions` as JSON. */
      options: z.string(),
      /** For a cookie that names this browser; null: it needs none. */
      passkeyMark: z.string().nullable(),
    }),
    refusedWith('account.second-step-expired', 'account.no-passkeys'),
  ]),
} as const;

/** Signs in by what a passkey answered to that challenge, or finishes a second step. */
export const signInByPasskey = {
  name: 'accounts.signInByPasskey',
  askers: ['gateway'],
  whenLost: 'unknown',
  input: z.object({
    waitingSession,
    passkeyMark,
    /** `PublicKeyCredential` as JSON. */
    answer: z.string(),
    wantsRememberMe: z.boolean(),
    userAgentFamily: z.string(),
    /** The session the browser has now; it ends when this sign-in succeeds. */
    sessionId: z.string().nullable(),
    deviceMark,
    caller,
  }),
  output: z.discriminatedUnion('kind', [
    signedIn,
    /** A passkey that was added without a code: one follows. */
    awaitingSecondStep,
    refusedWith(
      'account.bad-passkey',
      'account.passkey-expired',
      'account.second-step-expired',
      'account.too-many-tries',
      'account.bad-credentials',
    ),
  ]),
} as const;
