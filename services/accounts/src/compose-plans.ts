import { plansWith } from '@onceover/schema/plans';
import type { AccountsConfig } from './config.ts';
import type { Plan } from './domain/plan/plan.ts';

/** The plans on offer, with what the operator set for visitors. */
export function plansOf(config: AccountsConfig): readonly Plan[] {
  return plansWith({
    maxCharacters: config.anonymousMaxCharacters,
    maxTtlSeconds: config.anonymousMaxTtlSeconds,
    defaultTtlSeconds: config.anonymousDefaultTtlSeconds,
    ttlOptions: config.anonymousTtlOptions,
  });
}
