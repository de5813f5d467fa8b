export const planIds = ['anonymous', 'basic', 'identity', 'global-elite'] as const;
export type PlanId = (typeof planIds)[number];

/** Lifetimes in seconds: the longest, those to choose from, and the one that counts when nobody chose. */
export interface Lifetimes {
  readonly maxTtlSeconds: number;
  readonly defaultTtlSeconds: number;
  readonly ttlOptions: readonly number[];
}

/** Limits a plan sets on secrets: sizes in characters, lifetimes in seconds. */
export interface PlanLimits extends Lifetimes {
  readonly maxCharacters: number;
  /** Most recipients of one secret; 0: the plan sends no email. */
  readonly maxRecipients: number;
  /** Most emails to recipients in 24 hours. */
  readonly mailsPerDay: number;
}

/** The lifetime in seconds that counts when nobody chose one: as the operator set it, but never beyond the longest. */
export function defaultTtlWithin(limits: Pick<Lifetimes, 'maxTtlSeconds' | 'defaultTtlSeconds'>): number {
  return Math.min(limits.defaultTtlSeconds, limits.maxTtlSeconds);
}

/** Decides which lifetimes somebody is offered: of the options those within the longest, once each, shortest first. */
export function lifetimesOnOffer({ maxTtlSeconds, defaultTtlSeconds, ttlOptions }: Lifetimes): Lifetimes {
  return {
    maxTtlSeconds,
    defaultTtlSeconds: defaultTtlWithin({ maxTtlSeconds, defaultTtlSeconds }),
    ttlOptions: [...new Set(ttlOptions)]
      .filter((seconds) => seconds > 0 && seconds <= maxTtlSeconds)
      .sort((left, right) => left - right),
  };
}

/** The lifetime on offer that counts until another one is chosen: the default, else the longest; null if none is on offer. */
export function preselectedTtl({ ttlOptions, defaultTtlSeconds }: Lifetimes): number | null {
  return ttlOptions.includes(defaultTtlSeconds) ? defaultTtlSeconds : (ttlOptions.at(-1) ?? null);
}

/** One plan as it is advertised and applied; prices in whole dollars. */
export interface PlanDefinition {
  readonly id: PlanId;
  readonly name: string;
  readonly priceMonthly: number;
  readonly priceYearly: number;
  readonly isComingSoon: boolean;
  readonly limits: PlanLimits;
  readonly hasCustomDomains: boolean;
  readonly hasApi: boolean;
  /** Most webhooks of an account. */
  readonly maxWebhooks: number;
}

const week = 604_800;
const shared = { maxCharacters: 10_000, maxTtlSeconds: week, defaultTtlSeconds: week };
const upToAWeek = [300, 1800, 3600, 14_400, 43_200, 86_400, 259_200, week];

/** What an anonymous visitor may do unless configured otherwise. Source: REST contract 3. */
export const anonymousPlanLimits: PlanLimits = { ...shared, ttlOptions: upToAWeek, maxRecipients: 0, mailsPerDay: 0 };

const basicLimits: PlanLimits = {
  ...shared,
  maxTtlSeconds: 1_209_600,
  ttlOptions: [...upToAWeek, 1_209_600],
  maxRecipients: 5,
  mailsPerDay: 50,
};
const identityLimits: PlanLimits = {
  ...shared,
  maxCharacters: 100_000,
  maxTtlSeconds: 2_592_000,
  ttlOptions: [...upToAWeek, 1_209_600, 2_592_000],
  maxRecipients: 5,
  mailsPerDay: 500,
};

const free = { priceMonthly: 0, priceYearly: 0, isComingSoon: false, hasCustomDomains: false, hasApi: true };

/** Every plan, cheapest first. Source: REST contract 3, specification 9. */
export const plans: readonly PlanDefinition[] = [
  { ...free, id: 'anonymous', name: 'Anonymous', limits: anonymousPlanLimits, maxWebhooks: 0 },
  { ...free, id: 'basic', name: 'Basic', limits: basicLimits, maxWebhooks: 2 },
  {
    id: 'identity',
    name: 'Identity Plus',
    priceMonthly: 35,
    priceYearly: 365,
    isComingSoon: false,
    limits: identityLimits,
    hasCustomDomains: true,
    hasApi: true,
    maxWebhooks: 10,
  },
  {
    id: 'global-elite',
    name: 'Global Elite',
    priceMonthly: 245,
    priceYearly: 2545,
    isComingSoon: true,
    limits: identityLimits,
    hasCustomDomains: true,
    hasApi: true,
    maxWebhooks: 10,
  },
];

export function planOf(planId: PlanId): PlanDefinition {
  const found = plans.find(({ id }) => id === planId);
  if (found === undefined) throw new Error(`There is no plan ${planId}`);
  return found;
}

/** The shortest lifetime; a wish of 1 to 59 seconds becomes `shortTtlSeconds`. */
export const minTtlSeconds = 60;
export const shortTtlSeconds = 300;

/** What the operator lets an anonymous visitor do. */
export type AnonymousWish = Lifetimes & Pick<PlanLimits, 'maxCharacters'>;

/** The plans with the operator's limits in the anonymous one. */
export function plansWith(wanted: AnonymousWish): readonly PlanDefinition[] {
  const wish = { maxCharacters: wanted.maxCharacters, ...lifetimesOnOffer(wanted) };
  return plans.map((plan) => (plan.id === 'anonymous' ? { ...plan, limits: { ...plan.limits, ...wish } } : plan));
}
