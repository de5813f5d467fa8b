import { z } from 'zod';
import { caller } from '../caller.ts';
import { done, refusedWith, unfitPassword } from './refused.ts';

/**
 * Whether a link that proves an address may be opened from this browser: the one that signed up shows its mark, any other
 * has to know the password of that sign-up. `over`: a newer sign-up ended it, or it was used.
 */
export const checkVerification = {
  name: 'accounts.checkVerification',
  askers: ['secrets'],
  whenLost: 'outage',
  input: z.object({
    secretId: z.uuid(),
    /** Of the browser; null: it has none. */
    mark: z.string().nullable(),
    /** Null: none was entered. */
    password: z.string().nullable(),
  }),
  output: z.object({ verdict: z.enum(['open', 'needs-password', 'over']) }),
} as const;

/**
 * A link that proves an address was opened: its account is verified when this is answered. The event says the same a moment
 * later; asked twice or for a link that is over, nothing changes.
 */
export const verifyByLink = {
  name: 'accounts.verifyByLink',
  askers: ['secrets'],
  whenLost: 'repeat',
  input: z.object({ secretId: z.uuid() }),
  output: z.object({}),
} as const;

/** Sets a new password by the link that proves the address, and verifies the account by it. Signs nobody in. */
export const choosePassword = {
  name: 'accounts.choosePassword',
  askers: ['gateway'],
  whenLost: 'unknown',
  input: z.object({ secretKey: z.string(), password: z.string(), passwordConfirm: z.string(), caller }),
  output: z.discriminatedUnion('kind', [
    done,
    refusedWith('secret.gone', 'secret.verification-while-signed-in', ...unfitPassword),
  ]),
} as const;
