import { z } from 'zod';
import { planIds } from '../plans.ts';

/** What the edge is told about a customer whose credential was good. */
export const customerFacts = z.object({
  accountRef: z.uuid(),
  custid: z.string(),
  planId: z.enum(planIds),
  role: z.enum(['customer', 'colonel']),
  hasSecondFactor: z.boolean(),
  /** When the session last proved password and second factor, in Unix milliseconds; absent: never. */
  provenAt: z.number().exactOptional(),
  /** Whether two-step sign-in is on. */
  isTwoStepOn: z.boolean(),
  locale: z.string().nullable(),
});
export type CustomerFacts = z.infer<typeof customerFacts>;
