import type { RestRoute } from '../../rest-route.ts';
import { addDomainRoute } from './add-domain.route.ts';
import { listDomainsRoute } from './list-domains.route.ts';
import { removeDomainRoute } from './remove-domain.route.ts';
import { showDomainRoute } from './show-domain.route.ts';
import { verifyDomainRoute } from './verify-domain.route.ts';

/** The caller's custom domains. */
export const domainRoutes: readonly RestRoute[] = [
  listDomainsRoute,
  addDomainRoute,
  showDomainRoute,
  verifyDomainRoute,
  removeDomainRoute,
];
