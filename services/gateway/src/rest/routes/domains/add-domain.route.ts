import { type AddDomainForm, addDomainForm } from '@onceover/schema/rest/domains';
import { addDomain } from '../../../operations/operations.generated.ts';
import { formReader } from '../../forms/form-reader.ts';
import { custidOf } from '../../presenters/custid.ts';
import { presentChangedDomain } from '../../presenters/domain.ts';
import { isRefusal } from '../../refused.ts';
import { restRoute } from '../../rest-route.ts';
import { domainRefused, mustHaveDomains } from './domain-row.ts';

/** POST /api/v2/account/domains/add. Source: REST contract 7.1. */
export const addDomainRoute = restRoute<AddDomainForm>({
  method: 'POST',
  path: '/api/v2/account/domains/add',
  auth: 'required',
  scope: 'domains',
  limit: 'domainChange',
  readForm: formReader(addDomainForm),
  async handle({ form, caller, shrimp }, { execute, features }) {
    mustHaveDomains(features);
    const { addDomain: added } = await execute(addDomain, { input: { domain: form.domain } }, caller);
    if (isRefusal(added)) throw domainRefused(added, form.domain);
    return { body: presentChangedDomain(added.domain, { custid: custidOf(caller), shrimp }) };
  },
});
