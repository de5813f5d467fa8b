import type { PageData } from '@onceover/schema/web/page-data';

/** Sizes when the page says nothing. Source: specification 9 */
const defaultMaxCharacters = 10_000;
const defaultTtlSeconds = 604_800;

export interface SecretLimits {
  readonly maxCharacters: number;
  /** Lifetimes on offer, shortest first; empty when the plan allows none of the server's. */
  readonly ttlOptions: readonly number[];
  /** The one chosen beforehand; null when none is on offer. */
  readonly defaultTtl: number | null;
}

/** What the form allows: the server's lifetimes up to the longest of the customer's plan, else the anonymous one's. */
export function secretLimits(data: Pick<PageData, 'availablePlans' | 'cust' | 'secretOptions'>): SecretLimits {
  const { size, ttl } = data.cust?.plan ?? data.availablePlans.anonymous;
  const ttlOptions = data.secretOptions.ttlOptions.filter((option) => option <= ttl).toSorted((a, b) => a - b);
  const wanted = data.secretOptions.defaultTtl || defaultTtlSeconds;
  const defaultTtl = ttlOptions.includes(wanted) ? wanted : (ttlOptions.at(-1) ?? null);
  return { maxCharacters: size || defaultMaxCharacters, ttlOptions, defaultTtl };
}
