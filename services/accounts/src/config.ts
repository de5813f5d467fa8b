import { anonymousPlanLimits, minTtlSeconds, planIds } from '@onceover/schema/plans';
import { type ConfigOf, defineConfig } from '@onceover/service-kit/config';
import { z } from 'zod';

const count = (least: number) => z.coerce.number().int().min(least);

const lifetimes = z
  .string()
  .regex(/^\d+(?:,\d+)*$/, 'give whole seconds, separated by commas')
  .transform((text) => text.split(',').map(Number));

const onOff = z.stringbool({ truthy: ['1', 'true', 'yes', 'on'], falsy: ['0', 'false', 'no', 'off'] });

const commaSeparated = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const resolver = z
  .string()
  .regex(/^(\[[0-9a-f:.]+\]|[0-9.]+)(:\d{1,5})?$/i, 'give addresses like 192.0.2.1:53 or [2001:db8::1]:53');

/** The settings of accounts. */
export const accountsConfig = defineConfig({
  keysDir: {
    env: 'ONCEOVER_KEYS_DIR',
    schema: z.string().min(1),
    default: './data-keys',
    doc: 'Where the keys live: outside the data directory and outside every backup.',
  },
  kek: {
    env: 'ONCEOVER_KEK',
    schema: z.string().min(1).optional(),
    doc: 'The key-encryption key: 32 random bytes, hexadecimal or base64. Absent: a file in the keys directory.',
    sensitive: true,
  },
  connections: {
    env: 'ONCEOVER_ACCOUNTS_CONNECTIONS',
    schema: count(6).max(64),
    default: 16,
    doc: 'Most database connections of the accounts service.',
  },
  hasSignUp: {
    env: 'ONCEOVER_SIGNUP',
    schema: onOff,
    default: true,
    doc: 'Whether people may make accounts by themselves.',
  },
  signUpPlans: {
    env: 'ONCEOVER_SIGNUP_PLANS',
    schema: commaSeparated.pipe(z.array(z.enum(planIds).exclude(['anonymous']))),
    default: ['basic'],
    doc: 'Plans that sign-up grants at once, separated by commas; for any other one a new account starts as basic.',
  },
  passwordMinLength: {
    env: 'ONCEOVER_PASSWORD_MIN_LENGTH',
    schema: count(8).max(64),
    default: 8,
    doc: 'Fewest characters of a password.',
  },
  hasDomains: {
    env: 'ONCEOVER_DOMAINS',
    schema: onOff,
    default: true,
    doc: 'Whether customers whose plan has them may use custom domains.',
  },
  dnsServers: {
    env: 'ONCEOVER_DNS_SERVERS',
    schema: commaSeparated.pipe(z.array(resolver)),
    default: [],
    doc: 'Resolvers that look for TXT records, separated by commas, such as 192.0.2.1:53. Empty: those of the system.',
  },
  domainTarget: {
    env: 'ONCEOVER_DOMAIN_TARGET',
    schema: z.string().max(253).optional(),
    doc: 'Host that custom domains should point to (CNAME); shown to customers.',
  },
  siteHost: {
    env: 'ONCEOVER_SITE_HOST',
    schema: z.string().max(300).optional(),
    doc: 'Public host[:port] that links name. Anything but loopback means https and production rules. Default: the listening address where it is loopback.',
  },
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
