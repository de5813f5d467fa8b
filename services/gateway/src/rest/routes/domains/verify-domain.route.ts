import { knownDomainForm } from '@onceover/schema/rest/domains';
import { verifyDomain } from '../../../operations/operations.generated.ts';
import { compatibleDomainAnswer } from '../../compatible/compatible-domains.ts';
import { formReader } from '../../forms/form-reader.ts';
import { custidOf } from '../../presenters/custid.ts';
import { presentChangedDomain } from '../../presenters/domain.ts';
import { isRefusal } from '../../refused.ts';
import { restRoute } from '../../rest-route.ts';
import { domainRefused, mustHaveDomains } from './domain-row.ts';

/** POST /api/v2/account/domains/{domain}/verify: looks for the TXT record now. Source: REST contract 7.1. */
export const verifyDomainRoute = restRoute({
  method: 'POST',
  path: '/api/v2/account/domains/:key/verify',
  auth: 'required',
  scope: 'domains',
  limit: 'domainVerify',
  readForm: formReader(knownDomainForm),
  async handle({ key, caller, shrimp }, { execute, features, compatibleTypes }) {
    mustHaveDomains(features);
    const { verifyDomain: checked } = await execute(verifyDomain, { input: { domain: key } }, caller);
    if (isRefusal(checked)) throw domainRefused(checked, key);
    const body = presentChangedDomain(checked.domain, { custid: custidOf(caller), shrimp });
    return { body: compatibleTypes ? compatibleDomainAnswer(body) : body };
  },
});
