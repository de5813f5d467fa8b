import type { Plan } from '../domain/plan/plan.ts';

export type ListPlans = () => Promise<readonly Plan[]>;

/**
 * The plans on offer, cheapest first. So far there is only what an anonymous visitor may do.
 *
 * Units    sizes in characters, lifetimes in seconds
 * Source   REST contract 3
 */
export function listPlansUseCase(plans: readonly Plan[]): ListPlans {
  return async () => plans;
}
