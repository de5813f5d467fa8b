import { txtHostOf } from '../../use-cases/domain/check-host.ts';
import { isOffered } from '../../use-cases/domain/find-domains.ts';
import type { DomainResolvers, MutationResolvers, QueryResolvers } from '../types.generated.ts';

export const domainQueries = {
  domains: async (_parent, _args, { useCases, caller }) => {
    const [nodes, suspended] = await Promise.all([useCases.listDomains(caller), useCases.listSuspendedHosts(caller)]);
    return { nodes, totalCount: nodes.length, suspended, cnameTarget: useCases.domainPlace.name };
  },
  domain: async (_parent, { domain }, { useCases, caller }) => await useCases.showDomain(domain, caller),
} satisfies QueryResolvers;

export const domainMutations = {
  addDomain: async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'DomainAdded',
    domain: await useCases.addDomain(input.domain, caller),
  }),
  verifyDomain: async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'DomainChecked',
    domain: await useCases.verifyDomain(input.domain, caller),
  }),
  removeDomain: async (_parent, { input }, { useCases, caller }) => {
    const { displayDomain } = await useCases.removeDomain(input.domain, caller);
    return { __typename: 'DomainRemoved', displayDomain };
  },
} satisfies MutationResolvers;

export const Domain: DomainResolvers = {
  id: ({ domainId }) => domainId,
  subdomain: ({ trd, host }) => (trd === null ? null : host),
  isApex: ({ trd }) => trd === null,
  isVerified: ({ status }) => status === 'active',
  status: ({ status }) => (status === 'added' ? null : status),
  created: ({ createdAt }) => createdAt,
  updated: ({ updatedAt }) => updatedAt,
  txtHost: (domain) => txtHostOf(domain),
  cnameTarget: (_domain, _args, { useCases }) => useCases.domainPlace.name,
  addressTargets: ({ hostCheck }, _args, { useCases }) => hostCheck?.ourAddresses ?? useCases.domainPlace.addresses,
  isRoutable: isOffered,
  routing: ({ hostCheck }) => hostCheck && { result: hostCheck.routing, found: hostCheck.pointsTo },
  certificate: ({ hostCheck }) => hostCheck?.certificate ?? null,
  lastChecked: ({ lastCheck }) => lastCheck?.at ?? null,
  lastCheck: ({ lastCheck }) => lastCheck && { result: lastCheck.finding, found: lastCheck.found },
};
