import { z } from 'zod';

/** Limits a plan sets on secrets: sizes in characters, lifetimes in seconds. */
export const planLimitsSchema = z.object({
  maxCharacters: z.int().positive(),
  maxTtlSeconds: z.int().positive(),
  defaultTtlSeconds: z.int().positive(),
  ttlOptions: z.array(z.int().positive()),
});
export type PlanLimits = z.infer<typeof planLimitsSchema>;

/** What an anonymous visitor may do unless configured otherwise. Source: REST contract 3. */
export const anonymousPlanLimits: PlanLimits = {
  maxCharacters: 10_000,
  maxTtlSeconds: 604_800,
  defaultTtlSeconds: 604_800,
  ttlOptions: [300, 1800, 3600, 14_400, 43_200, 86_400, 259_200, 604_800],
};

/** The shortest lifetime; a wish of 1 to 59 seconds becomes `shortTtlSeconds`. */
export const minTtlSeconds = 60;
export const shortTtlSeconds = 300;
