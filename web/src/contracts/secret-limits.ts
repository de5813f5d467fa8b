import { anonymousPlanLimits, lifetimesOnOffer, preselectedTtl } from '@onceover/schema/plans';
import type { PageData } from '@onceover/schema/web/page-data';

export interface SecretLimits {
  readonly maxCharacters: number;
  /** Lifetimes on offer, shortest first; empty if the plan allows none of the server's. */
  readonly ttlOptions: readonly number[];
  /** The one preselected; null if none is on offer. */
  readonly defaultTtl: number | null;
}

/** What the form allows: the server's lifetimes up to the longest of the customer's plan, else the anonymous one's. */
export function secretLimits(data: Pick<PageData, 'availablePlans' | 'cust' | 'secretOptions'>): SecretLimits {
  const { size, ttl } = data.cust?.plan ?? data.availablePlans.anonymous;
  const lifetimes = lifetimesOnOffer({
    maxTtlSeconds: ttl,
    defaultTtlSeconds: data.secretOptions.defaultTtl || anonymousPlanLimits.defaultTtlSeconds,
    ttlOptions: data.secretOptions.ttlOptions,
  });
  return {
    maxCharacters: size || anonymousPlanLimits.maxCharacters,
    ttlOptions: lifetimes.ttlOptions,
    defaultTtl: preselectedTtl(lifetimes),
  };
}
