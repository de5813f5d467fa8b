import type { PlanLimits } from '@onceover/schema/plans';

/** What somebody may do, under a stable name. */
export interface Plan {
  readonly id: string;
  readonly name: string;
  readonly limits: PlanLimits;
}

/** The plan of everybody who is not signed in. Offers no lifetime beyond the longest; its default fits, too. */
export function anonymousPlan(wanted: PlanLimits): Plan {
  const { maxCharacters, maxTtlSeconds } = wanted;
  const ttlOptions = [...new Set(wanted.ttlOptions)]
    .filter((seconds) => seconds > 0 && seconds <= maxTtlSeconds)
    .sort((left, right) => left - right);
  const defaultTtlSeconds = Math.min(wanted.defaultTtlSeconds, maxTtlSeconds);
  return {
    id: 'anonymous',
    name: 'Anonymous',
    limits: { maxCharacters, maxTtlSeconds, defaultTtlSeconds, ttlOptions },
  };
}
