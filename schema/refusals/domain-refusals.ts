import { row } from './refusal-definition.ts';

/** What custom domains refuse. Source: specification 8; REST contract 7.1. */
export const domainRefusals = {
  'domain.empty': row('EmptyDomain', 'Please enter a domain', { rest: 'empty_domain', screen: 'app' }),
  'domain.bad': row('BadDomain', 'Not a valid public domain', { rest: 'bad_domain', screen: 'app' }),
  'domain.duplicate': row('DuplicateDomain', 'Duplicate domain', { rest: 'duplicate_domain', screen: 'app' }),
  'domain.plan-required': row('DomainPlanRequired', 'Upgrade required to use custom domains', {
    rest: 'plan_required',
    screen: 'app',
  }),
  'domain.disabled': row('DomainsDisabled', 'Custom domains are not available', {
    rest: { status: 404, code: 'not_available' },
    screen: { bundle: 'app', code: 'domains_off' },
  }),
  'domain.unknown': row('UnknownDomain', 'Domain not found', {
    rest: { status: 404, code: 'domain_not_found' },
    repeats: { what: 'domain', before: ' ', after: '' },
    screen: 'app',
  }),
};
