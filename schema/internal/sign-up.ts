import { z } from 'zod';
import { done, refusedWith, unfitPassword } from './refused.ts';

/** Asks for an account. The answer is the same whether the address has one already: everything else comes by email. */
export const signUp = {
  name: 'accounts.signUp',
  askers: ['gateway'],
  whenLost: 'unknown',
  input: z.object({
    email: z.string(),
    password: z.string(),
    passwordConfirm: z.string(),
    /** Such as `identity`; a plan that needs an operator's grant starts as the free one. */
    planCode: z.string().nullable(),
    locale: z.string(),
  }),
  output: z.discriminatedUnion('kind', [
    /** `mark` is for a cookie of this browser: opened with it, the emailed link asks for no password. */
    z.object({ kind: z.literal('pending'), mark: z.string() }),
    refusedWith('account.sign-up-disabled', 'account.invalid-email', ...unfitPassword),
  ]),
} as const;

/** Sends the verification email again. The same answer for every address. */
export const resendVerification = {
  name: 'accounts.resendVerification',
  askers: ['gateway'],
  whenLost: 'unknown',
  input: z.object({ email: z.string(), locale: z.string() }),
  output: z.discriminatedUnion('kind', [done, refusedWith('account.invalid-email')]),
} as const;
