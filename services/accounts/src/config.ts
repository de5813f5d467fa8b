import { anonymousPlanLimits, planIds } from '@onceover/schema/plans';
import {
  anonymousDefaultTtlSeconds,
  anonymousMaxCharacters,
  anonymousMaxTtlSeconds,
  commaSeparated,
  domains,
  kek,
  keysDir,
  passwordMinLength,
  signUp,
  siteHost,
  wholeNumber,
} from '@onceover/schema/settings';
import { type ConfigOf, defineConfig } from '@onceover/service-kit/config';
import { z } from 'zod';

const lifetimes = z
  .string()
  .regex(/^\d+(?:,\d+)*$/, 'give whole seconds, separated by commas')
  .transform((text) => text.split(',').map(Number));

const accountPlans = z.enum(planIds).exclude(['anonymous']);
const grantedPlan = z.enum(accountPlans.options, `name plans among ${accountPlans.options.join(', ')}`);

const resolver = z
  .string()
  .regex(/^(\[[0-9a-f:.]+\]|[0-9.]+)(:\d{1,5})?$/i, 'give addresses like 192.0.2.1:53 or [2001:db8::1]:53');

export const accountsConfig = defineConfig({
  keysDir,
  kek,
  connections: {
    env: 'ONCEOVER_ACCOUNTS_CONNECTIONS',
    schema: wholeNumber(6, 64),
    default: 12,
    doc: 'Maximum database connections of the accounts service.',
  },
  hasSignUp: signUp,
  signUpPlans: {
    env: 'ONCEOVER_SIGNUP_PLANS',
    schema: commaSeparated.pipe(z.array(grantedPlan)),
    default: ['basic'],
    doc: 'Plans granted at sign-up, separated by commas. Whoever asks for another one starts with basic.',
  },
  passwordMinLength,
  hasDomains: domains,
  dnsServers: {
    env: 'ONCEOVER_DNS_SERVERS',
    schema: commaSeparated.pipe(z.array(resolver)),
    default: [],
    doc: 'DNS resolvers for custom domains, separated by commas, such as 192.0.2.1:53. Default: those of the system.',
  },
  domainTarget: {
    env: 'ONCEOVER_DOMAIN_TARGET',
    schema: z.hostname('give a host name like once.example.com, without http://, port or path').max(253).optional(),
    doc: 'Host that custom domains should point to, by CNAME or with its addresses. Default: the site.',
  },
  siteHost,
  anonymousMaxCharacters,
  anonymousMaxTtlSeconds,
  anonymousDefaultTtlSeconds,
  anonymousTtlOptions: {
    env: 'ONCEOVER_ANONYMOUS_TTL_OPTIONS',
    schema: lifetimes,
    default: [...anonymousPlanLimits.ttlOptions],
    doc: 'Lifetimes the form offers, in seconds, separated by commas. Those above the maximum are left out.',
  },
});

export type AccountsConfig = ConfigOf<typeof accountsConfig>;
