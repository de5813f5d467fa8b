import { listDomains } from '../../../operations/operations.generated.ts';
import { compatibleDomains } from '../../compatible/compatible-domains.ts';
import { custidOf } from '../../presenters/custid.ts';
import { presentDomains } from '../../presenters/domain.ts';
import { restRoute } from '../../rest-route.ts';
import { mustHaveDomains } from './domain-row.ts';

/** GET /api/v2/account/domains; empty for a plan without domains. Source: REST contract 7.1. */
export const listDomainsRoute = restRoute({
  method: 'GET',
  path: '/api/v2/account/domains',
  auth: 'required',
  scope: 'domains',
  limit: 'domainLook',
  async handle({ caller }, { execute, features, compatibleTypes }) {
    mustHaveDomains(features);
    const { domains } = await execute(listDomains, {}, caller);
    const body = presentDomains(domains, custidOf(caller));
    return { body: compatibleTypes ? compatibleDomains(body) : body };
  },
});
