import { z } from 'zod';
import { customerFacts } from './customer.ts';

/** Whose API token it is. Wrong halves, unknown and revoked ones are all `refused`; bad ones are counted and limited. */
export const resolveToken = {
  name: 'accounts.resolveToken',
  askers: ['gateway'],
  whenLost: 'outage',
  input: z.object({ custid: z.string().max(400), token: z.string().max(400), network: z.string() }),
  output: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('customer'),
      ref: z.string(),
      /** Lower case with hyphens, such as `secrets-write`. */
      scopes: z.array(z.string()),
      customer: customerFacts,
    }),
    z.object({ kind: z.literal('refused') }),
    z.object({ kind: z.literal('limited'), retryAfterSeconds: z.int().positive() }),
  ]),
} as const;
