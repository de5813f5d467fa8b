import { z } from 'zod';

/**
 * Makes the secret whose opening verifies an account: "Thanks for verifying your account.", for 24 hours. The same
 * `requestId` makes it once.
 */
export const concealVerification = {
  name: 'secrets.concealVerification',
  askers: ['accounts'],
  whenLost: 'unknown',
  input: z.object({ accountRef: z.uuid(), requestId: z.uuid() }),
  output: z.object({
    /** The stream its `secret.received` will be in. */
    secretId: z.uuid(),
    /** For the email's link and nothing else. */
    secretKey: z.string(),
    expiresAt: z.iso.datetime(),
  }),
} as const;
