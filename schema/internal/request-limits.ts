import { z } from 'zod';

const moment = z.iso.datetime().transform((text) => new Date(text));
const bound = {
  limit: z.string(),
  kind: z.enum(['network', 'visitors', 'account', 'session']),
  actions: z.int(),
  seconds: z.int(),
};

/** The gateway's limits, and whom they hold back now; of all gateways that count together. For colonels. */
export const showLimits = {
  name: 'gateway.showLimits',
  askers: ['accounts'],
  whenLost: 'repeat',
  input: z.object({}),
  output: z.object({
    /** All of them; none while limits are off. */
    limits: z.array(z.object(bound)).readonly(),
    limited: z
      .array(
        z.object({
          ...bound,
          id: z.uuid(),
          /** Of a network its tag of the day, as events have it; of an account its reference; nothing of a session. */
          who: z.string().nullable(),
          /** Until when nothing is let through. */
          until: moment,
          /** Requests that were turned away in this window. */
          refused: z.int(),
        }),
      )
      .readonly(),
  }),
} as const;
export type ShownLimits = z.infer<typeof showLimits.output>;

/** Lets one that is held back go on at once. */
export const liftLimit = {
  name: 'gateway.liftLimit',
  askers: ['accounts'],
  whenLost: 'repeat',
  input: z.object({ id: z.uuid() }),
  output: z.object({ isLifted: z.boolean() }),
} as const;
