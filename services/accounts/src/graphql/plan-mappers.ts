import type { Plan } from '../domain/plan/plan.ts';
import type * as graph from './types.generated.ts';

/** A plan as the graph shows it. */
export function toPlan({ id, name, priceMonthly, priceYearly, isComingSoon, limits, ...plan }: Plan): graph.Plan {
  return {
    id,
    name,
    priceMonthly,
    priceYearly,
    isComingSoon,
    limits,
    features: { email: limits.maxRecipients > 0, customDomains: plan.hasCustomDomains, api: plan.hasApi },
  };
}
