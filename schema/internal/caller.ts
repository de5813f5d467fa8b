import { z } from 'zod';

/** Where a request comes from, as events tell it. */
const origin = z.object({
  surface: z.enum(['web', 'api', 'graphql', 'mail', 'cli', 'system']),
  networkTag: z.string().exactOptional(),
  traceparent: z.string().exactOptional(),
});

/** What events tell of the request that a command came with. */
export const asker = z.object({ requestId: z.string(), origin });

const anybody = {
  network: z.string(),
  requestId: z.string(),
  origin,
  locale: z.string().exactOptional(),
  signUpMark: z.string().exactOptional(),
};

/** Who asks at the edge, as it vouches for them; the same facts that a question to the graph carries. */
export const caller = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('anonymous'), ...anybody }),
  z.object({
    kind: z.literal('customer'),
    ...anybody,
    accountRef: z.string(),
    custid: z.string(),
    planId: z.string(),
    role: z.enum(['customer', 'colonel']),
    hasSecondFactor: z.boolean(),
    provenAt: z.number().exactOptional(),
    credential: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('session'), ref: z.string() }),
      z.object({ kind: z.literal('token'), ref: z.string(), scopes: z.array(z.string()).readonly() }),
    ]),
  }),
]);
