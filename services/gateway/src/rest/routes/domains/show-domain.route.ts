import { showDomain } from '../../../operations/operations.generated.ts';
import { compatibleDomainAnswer } from '../../compatible/compatible-domains.ts';
import { custidOf } from '../../presenters/custid.ts';
import { presentOneDomain } from '../../presenters/domain.ts';
import { restRoute } from '../../rest-route.ts';
import { domainNotFound, hasDomains, mustHaveDomains, planRequired } from './domain-row.ts';

/** GET /api/v2/account/domains/{domain}. Source: REST contract 7.1. */
export const showDomainRoute = restRoute({
  method: 'GET',
  path: '/api/v2/account/domains/:key',
  auth: 'required',
  scope: 'domains',
  limit: 'domainLook',
  async handle({ key, caller }, { execute, features, compatibleTypes }) {
    mustHaveDomains(features);
    const { domain } = await execute(showDomain, { domain: key }, caller);
    if (domain === null) throw hasDomains(caller) ? domainNotFound(key) : planRequired();
    const body = presentOneDomain(domain, custidOf(caller));
    return { body: compatibleTypes ? compatibleDomainAnswer(body) : body };
  },
});
