import type { PlanDefinition, PlanLimits } from '@onceover/schema/plans';

/** What somebody may do, under a stable name, and what it costs. */
export type Plan = PlanDefinition;

/** What the operator lets an anonymous visitor do. */
export type AnonymousWish = Pick<PlanLimits, 'maxCharacters' | 'maxTtlSeconds' | 'defaultTtlSeconds' | 'ttlOptions'>;

/** The plans with the operator's limits in the anonymous one. It offers no lifetime beyond the longest; its default fits. */
export function plansOnOffer(plans: readonly Plan[], wanted: AnonymousWish): readonly Plan[] {
  return plans.map((plan) =>
    plan.id === 'anonymous' ? { ...plan, limits: { ...plan.limits, ...consistent(wanted) } } : plan,
  );
}

function consistent({ maxCharacters, maxTtlSeconds, ...wanted }: AnonymousWish): AnonymousWish {
  const ttlOptions = [...new Set(wanted.ttlOptions)]
    .filter((seconds) => seconds > 0 && seconds <= maxTtlSeconds)
    .sort((left, right) => left - right);
  const defaultTtlSeconds = Math.min(wanted.defaultTtlSeconds, maxTtlSeconds);
  return { maxCharacters, maxTtlSeconds, defaultTtlSeconds, ttlOptions };
}
