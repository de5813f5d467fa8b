import { type PlanDefinition, type PlanId, plans } from '@onceover/schema/plans';

/**
 * The plans on offer, cheapest first, the anonymous one among them.
 *
 * Units    sizes in characters, lifetimes in seconds, prices in whole dollars
 * Source   REST contract 3
 */
export function listPlansUseCase(plans: readonly PlanDefinition[]) {
  return async (): Promise<readonly PlanDefinition[]> => plans;
}

/** What the secrets service applies to accounts of a plan; it learns it by `account.plan_changed`. */
export function limitsOf(planId: PlanId) {
  const plan = plans.find(({ id }) => id === planId);
  if (plan === undefined) throw new TypeError('there is no such plan');
  const { maxTtlSeconds, maxCharacters, maxRecipients, mailsPerDay } = plan.limits;
  const customDomains = plan.hasCustomDomains;
  return { ttl: maxTtlSeconds, size: maxCharacters, customDomains, maxRecipients, mailsPerDay };
}
