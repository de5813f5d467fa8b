import { z } from 'zod';

/** A customer's verified host for share links. Null: unknown, unverified or somebody else's. */
export const findShareDomain = {
  name: 'accounts.findShareDomain',
  askers: ['secrets'],
  whenLost: 'repeat',
  input: z.object({ accountRef: z.uuid(), host: z.string().max(300) }),
  output: z.object({ domain: z.object({ id: z.string(), host: z.string() }).nullable() }),
} as const;

/** Whether secret pages are served on a host that is not the site's. */
export const resolveHost = {
  name: 'accounts.resolveHost',
  askers: ['gateway'],
  whenLost: 'repeat',
  input: z.object({ host: z.string().max(300) }),
  output: z.object({ isVerified: z.boolean() }),
} as const;
