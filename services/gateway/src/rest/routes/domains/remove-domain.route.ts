import { type DomainRemovedAnswer, knownDomainForm } from '@onceover/schema/rest/domains';
import { removeDomain } from '../../../operations/operations.generated.ts';
import { formReader } from '../../forms/form-reader.ts';
import { custidOf } from '../../presenters/custid.ts';
import { isRefusal } from '../../refused.ts';
import { restRoute } from '../../rest-route.ts';
import { domainRefused, mustHaveDomains } from './domain-row.ts';

/** POST /api/v2/account/domains/{domain}/remove: links stop working there at once. Source: REST contract 7.1. */
export const removeDomainRoute = restRoute({
  method: 'POST',
  path: '/api/v2/account/domains/:key/remove',
  auth: 'required',
  scope: 'domains',
  limit: 'domainChange',
  readForm: formReader(knownDomainForm),
  async handle({ key, caller, shrimp }, { execute, features }) {
    mustHaveDomains(features);
    const { removeDomain: removed } = await execute(removeDomain, { input: { domain: key } }, caller);
    if (isRefusal(removed)) throw domainRefused(removed, key);
    const message = `Removed ${key}`;
    const body: DomainRemovedAnswer = { success: true, shrimp, custid: custidOf(caller), record: {}, message };
    return { body };
  },
});
