import type { Plan } from '../../domain/plan/plan.ts';

export type ListPlans = () => Promise<readonly Plan[]>;

/**
 * The plans on offer, cheapest first, the anonymous one among them.
 *
 * Units    sizes in characters, lifetimes in seconds, prices in whole dollars
 * Source   REST contract 3
 */
export function listPlansUseCase(plans: readonly Plan[]): ListPlans {
  return async () => plans;
}
