import { z } from 'zod';

const anybody = {
  network: z.string(),
  requestId: z.string(),
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
    credential: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('session'), ref: z.string() }),
      z.object({ kind: z.literal('token'), ref: z.string(), scopes: z.array(z.string()).readonly() }),
    ]),
  }),
]);
