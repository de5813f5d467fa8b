import { anonymousPlanLimits, minTtlSeconds } from '@onceover/schema/plans';
import { type ConfigOf, defineConfig } from '@onceover/service-kit/config';
import { z } from 'zod';

const count = (least: number) => z.coerce.number().int().min(least);

const lifetimes = z
  .string()
  .regex(/^\d+(?:,\d+)*$/, 'give whole seconds, separated by commas')
  .transform((text) => text.split(',').map(Number));

/** The settings of accounts. All plans but the anonymous one arrive with sign-up. */
export const accountsConfig = defineConfig({
  anonymousMaxCharacters: {
    env: 'ONCEOVER_ANONYMOUS_MAX_CHARACTERS',
    schema: count(1).max(500_000),
    default: anonymousPlanLimits.maxCharacters,
    doc: 'Longest text an anonymous visitor may share, in characters; more is cut, with notice.',
  },
  anonymousMaxTtlSeconds: {
    env: 'ONCEOVER_ANONYMOUS_MAX_TTL_SECONDS',
    schema: count(minTtlSeconds).max(31_536_000),
    default: anonymousPlanLimits.maxTtlSeconds,
    doc: 'Longest lifetime of an anonymous secret, in seconds.',
  },
  anonymousDefaultTtlSeconds: {
    env: 'ONCEOVER_ANONYMOUS_DEFAULT_TTL_SECONDS',
    schema: count(minTtlSeconds).max(31_536_000),
    default: anonymousPlanLimits.defaultTtlSeconds,
    doc: 'Lifetime of an anonymous secret when none is chosen, in seconds; never above the longest.',
  },
  anonymousTtlOptions: {
    env: 'ONCEOVER_ANONYMOUS_TTL_OPTIONS',
    schema: lifetimes,
    default: [...anonymousPlanLimits.ttlOptions],
    doc: 'Lifetimes the form offers, in seconds, separated by commas; those above the longest are left out.',
  },
});

export type AccountsConfig = ConfigOf<typeof accountsConfig>;
