import type { RefusalDefinition } from './refusal-definition.ts';

/** What custom domains refuse. Source: specification 8; REST contract 7.1. */
export const domainRefusals = {
  'domain.empty': {
    type: 'EmptyDomain',
    message: 'Please enter a domain',
    rest: { status: 400, code: 'empty_domain' },
    screen: 'app',
  },
  'domain.bad': {
    type: 'BadDomain',
    message: 'Not a valid public domain',
    rest: { status: 400, code: 'bad_domain' },
    screen: 'app',
  },
  'domain.duplicate': {
    type: 'DuplicateDomain',
    message: 'Duplicate domain',
    rest: { status: 400, code: 'duplicate_domain' },
    screen: 'app',
  },
  'domain.plan-required': {
    type: 'DomainPlanRequired',
    message: 'Upgrade required to use custom domains',
    rest: { status: 400, code: 'plan_required' },
    screen: 'app',
  },
  'domain.disabled': {
    type: 'DomainsDisabled',
    message: 'Custom domains are not available',
    rest: { status: 404, code: 'not_available' },
    screen: { bundle: 'app', code: 'domains_off' },
  },
  'domain.unknown': {
    type: 'UnknownDomain',
    message: 'Domain not found',
    rest: { status: 404, code: 'domain_not_found' },
    repeats: { what: 'domain', before: ' ', after: '' },
    screen: 'app',
  },
} as const satisfies Readonly<Record<string, RefusalDefinition>>;
