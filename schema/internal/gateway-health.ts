import { z } from 'zod';

/** How the gateway is doing, for colonels: how long its answers took within five minutes, and what it was started with. */
export const gatewayHealth = {
  name: 'gateway.health',
  askers: ['audit'],
  whenLost: 'repeat',
  input: z.object({}),
  output: z.object({
    /** Milliseconds; null where there was no request. */
    requests: z
      .array(z.object({ kind: z.string(), count: z.int(), p50: z.number().nullable(), p95: z.number().nullable() }))
      .readonly(),
    /** By the names of their environment variables; nothing of what must stay secret. */
    settings: z.array(z.object({ name: z.string(), value: z.string() })).readonly(),
  }),
} as const;
export type GatewayHealthAnswer = z.infer<typeof gatewayHealth.output>;
