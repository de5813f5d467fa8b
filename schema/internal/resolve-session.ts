import { z } from 'zod';
import { asker } from '../caller.ts';
import { customerFacts } from './customer.ts';

/**
 * Whose session a browser's cookies are. A session that is gone or never was resolves to null; a remember-me cookie
 * that is still good makes a new session then, and its own successor: both must be set as cookies.
 *
 * Source  security 5.1
 */
export const resolveSession = {
  name: 'accounts.resolveSession',
  askers: ['gateway'],
  whenLost: 'outage',
  input: z.object({
    sessionId: z.string().max(300).nullable(),
    rememberMe: z.string().max(300).nullable(),
    userAgentFamily: z.string().max(100),
    /** Whether the user caused this request, so that it extends an idle session; checks and pings do not. */
    extendsIdle: z.boolean(),
    asker,
  }),
  output: z.object({
    /** Null: nobody's. */
    session: z
      .object({
        /** Base64url of SHA-256 of the id. */
        ref: z.string(),
        /** A waiting session has passed the password and lacks the second step: good for that alone. */
        isWaiting: z.boolean(),
        customer: customerFacts,
      })
      .nullable(),
    /** Cookies to set: after a remember-me sign-in. */
    issued: z.object({ sessionId: z.string(), rememberMe: z.string() }).nullable(),
    /** True when the remember-me cookie is worthless and should be removed. */
    forgetsRememberMe: z.boolean(),
  }),
} as const;
