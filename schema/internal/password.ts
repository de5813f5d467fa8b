import { z } from 'zod';
import { caller } from '../caller.ts';
import { done, refusedWith, unfitPassword } from './refused.ts';
import { newSession } from './sign-in.ts';

/** Asks for a reset link. The same answer for every address; the email tells the rest. */
export const requestPasswordReset = {
  name: 'accounts.requestPasswordReset',
  askers: ['gateway'],
  whenLost: 'unknown',
  input: z.object({ email: z.string(), locale: z.string() }),
  output: z.discriminatedUnion('kind', [done, refusedWith('account.invalid-email')]),
} as const;

/** Sets a new password by the reset key of the email. Ends every session; signs nobody in. */
export const resetPassword = {
  name: 'accounts.resetPassword',
  askers: ['gateway'],
  whenLost: 'unknown',
  input: z.object({ resetKey: z.string(), password: z.string(), passwordConfirm: z.string(), caller }),
  output: z.discriminatedUnion('kind', [
    done,
    refusedWith(
      /** Never issued, used, or older than 30 minutes: one answer. */
      'account.bad-reset-key',
      ...unfitPassword,
    ),
  ]),
} as const;

/** Changes the signed-in customer's password. Other sessions end; this one gets a new id. */
export const changePassword = {
  name: 'accounts.changePassword',
  askers: ['gateway'],
  whenLost: 'unknown',
  input: z.object({
    currentPassword: z.string(),
    newPassword: z.string(),
    newPasswordConfirm: z.string(),
    /** Whether API tokens stay good; otherwise they end with the old password. */
    keepsTokens: z.boolean(),
    sessionId: z.string(),
    userAgentFamily: z.string(),
    caller,
  }),
  output: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('changed'), session: newSession }),
    refusedWith('account.wrong-password', 'account.same-password', ...unfitPassword, 'account.too-many-tries'),
  ]),
} as const;
