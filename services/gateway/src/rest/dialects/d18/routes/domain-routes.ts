import type { Caller } from '@onceover/schema/caller';
import { plans } from '@onceover/schema/plans';
import { addDomainForm } from '@onceover/schema/rest/domains';
import type { Features } from '../../../../features.ts';
import { type ApiError, notAvailable } from '../../../../http/api-error.ts';
import { limitOf } from '../../../../limits/limit-table.ts';
import {
  addDomain,
  listDomains,
  removeDomain,
  showDomain,
  verifyDomain,
} from '../../../../operations/operations.generated.ts';
import { isRefusal, type Refusal, refused } from '../../../refused.ts';
import { type RestRoute, restRoute } from '../../../rest-route.ts';
import { custidOf } from '../presenters/custid.ts';
import { presentChangedDomain, presentDomains, presentOneDomain } from '../presenters/domain.ts';

const PAGE = '/account/domains';
const ofOwners = { auth: 'required', scope: 'domains' } as const;

/** GET /api/v2/account/domains; empty for a plan without domains. Source: REST contract 7.1. */
const listDomainsRoute = restRoute({
  method: 'GET',
  path: '/api/v2/account/domains',
  name: 'listDomains',
  summary: 'List custom domains',
  answers: ['domains'],
  refuses: ['not_available'],
  ...ofOwners,
  limit: limitOf.domains,
  async handle({ caller }, { execute, features }) {
    mustHaveDomains(features);
    const { domains } = await execute(listDomains, {}, caller);
    return { shape: 'domains', body: presentDomains(domains, custidOf(caller)) };
  },
});

/** POST /api/v2/account/domains/add. Source: REST contract 7.1. */
const addDomainRoute = restRoute({
  method: 'POST',
  path: '/api/v2/account/domains/add',
  name: 'addDomain',
  summary: 'Add a custom domain',
  description: 'The answer has the TXT record that proves the domain to be yours.',
  answers: ['domainAdded'],
  refuses: addDomain.refusals,
  ...ofOwners,
  limit: limitOf.addDomain,
  form: addDomainForm,
  async handle({ form, caller, shrimp }, { execute, features }) {
    mustHaveDomains(features);
    const { addDomain: added } = await execute(addDomain, { input: { domain: form.domain } }, caller);
    if (isRefusal(added)) throw domainRefused(added, form.domain);
    return { shape: 'domainAdded', body: presentChangedDomain(added.domain, { custid: custidOf(caller), shrimp }) };
  },
});

/** GET /api/v2/account/domains/{domain}. Source: REST contract 7.1. */
const showDomainRoute = restRoute({
  method: 'GET',
  path: '/api/v2/account/domains/:key',
  keyName: 'domain',
  name: 'showDomain',
  summary: 'Get a custom domain',
  answers: ['domain'],
  refuses: ['domain.unknown', 'domain.plan-required', 'not_available'],
  ...ofOwners,
  limit: limitOf.domain,
  async handle({ key, caller }, { execute, features }) {
    mustHaveDomains(features);
    const { domain } = await execute(showDomain, { domain: key }, caller);
    if (domain === null) {
      throw refused({ code: hasDomains(caller) ? 'domain.unknown' : 'domain.plan-required' }, { domain: key });
    }
    return { shape: 'domain', body: presentOneDomain(domain, custidOf(caller)) };
  },
});

/** POST /api/v2/account/domains/{domain}/verify: checks the TXT record now. Source: REST contract 7.1. */
const verifyDomainRoute = restRoute({
  method: 'POST',
  path: '/api/v2/account/domains/:key/verify',
  keyName: 'domain',
  name: 'verifyDomain',
  summary: 'Verify a custom domain',
  description: 'Looks for the TXT record now. Where it is not found, `verified` is false.',
  answers: ['domainVerified'],
  refuses: verifyDomain.refusals,
  ...ofOwners,
  limit: limitOf.verifyDomain,
  async handle({ key, caller, shrimp }, { execute, features }) {
    mustHaveDomains(features);
    const { verifyDomain: checked } = await execute(verifyDomain, { input: { domain: key } }, caller);
    if (isRefusal(checked)) throw domainRefused(checked, key);
    return {
      shape: 'domainVerified',
      body: presentChangedDomain(checked.domain, { custid: custidOf(caller), shrimp }),
    };
  },
});

/** POST /api/v2/account/domains/{domain}/remove: links stop working there at once. Source: REST contract 7.1. */
const removeDomainRoute = restRoute({
  method: 'POST',
  path: '/api/v2/account/domains/:key/remove',
  keyName: 'domain',
  name: 'removeDomain',
  summary: 'Remove a custom domain',
  description: 'Links on this domain stop working at once.',
  answers: ['domainRemoved'],
  refuses: removeDomain.refusals,
  ...ofOwners,
  limit: limitOf.removeDomain,
  async handle({ key, caller, shrimp }, { execute, features }) {
    mustHaveDomains(features);
    const { removeDomain: removed } = await execute(removeDomain, { input: { domain: key } }, caller);
    if (isRefusal(removed)) throw domainRefused(removed, key);
    const body = { success: true, shrimp, custid: custidOf(caller), record: {}, message: `Removed ${key}` } as const;
    return { shape: 'domainRemoved', body };
  },
});

const rows: readonly RestRoute[] = [
  listDomainsRoute,
  addDomainRoute,
  showDomainRoute,
  verifyDomainRoute,
  removeDomainRoute,
];

/** Where later versions have the same rows. Source: dialects 4. */
const atShorterPath = (route: RestRoute): RestRoute => ({
  ...route,
  path: route.path.replace('/account/domains', '/domains'),
  name: `${route.name}Shorter`,
  summary: `${route.summary}, at its shorter path`,
});

/** The caller's custom domains. */
export const domainRoutes: readonly RestRoute[] = [...rows, ...rows.map(atShorterPath)];

/** Throws the 404 if this installation has custom domains turned off. */
function mustHaveDomains({ domains }: Features): void {
  if (!domains) throw notAvailable(PAGE);
}

/** A refusal of the domain rows, with the name in the request. */
function domainRefused(refusal: Refusal, domain: string): ApiError {
  return refusal.code === 'domain.disabled' ? notAvailable(PAGE) : refused(refusal, { domain });
}

function hasDomains(caller: Caller): boolean {
  return (
    caller.kind === 'customer' && plans.some(({ id, hasCustomDomains }) => id === caller.planId && hasCustomDomains)
  );
}
