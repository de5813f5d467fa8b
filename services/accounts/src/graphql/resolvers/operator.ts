import { customerFrom, domainPlaceFrom, domainPlaceText } from '../cursors.ts';
import type { CustomDomainResolvers, MutationResolvers, QueryResolvers } from '../types.generated.ts';

export const operatorQueries = {
  customers: async (_parent, { first, after, filter }, { useCases, caller }) => {
    const { plan: planId = null, isVerified = null } = filter ?? {};
    const wanted = { first, after: customerFrom(after), planId, isVerified };
    const { customers, end } = await useCases.listCustomers(wanted, caller);
    return { nodes: customers, endCursor: end };
  },
  customDomains: async (_parent, { first, after, filter }, { useCases, caller }) => {
    const wanted = { first, after: domainPlaceFrom(after), host: filter?.host ?? '', state: filter?.state ?? null };
    const { domains, end } = await useCases.listCustomDomains(wanted, caller);
    return { nodes: domains, endCursor: end && domainPlaceText(end) };
  },
  requestLimits: async (_parent, _args, { useCases, caller }) => {
    const { limits, limited } = await useCases.showLimits(caller);
    return {
      limits: [...limits],
      limited: limited.toSorted((one, other) => other.until.getTime() - one.until.getTime()),
    };
  },
  accountStatistics: async (_parent, _args, { useCases, caller }) => await useCases.accountStatistics(caller),
} satisfies QueryResolvers;

export const CustomDomain: CustomDomainResolvers = {
  domain: (domain) => domain,
  customerId: ({ accountRef }) => accountRef,
};

export const operatorMutations = {
  confirmIdentity: async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'IdentityConfirmed',
    until: await useCases.confirmIdentity(input, caller),
  }),
  lookUpCustomer: async (_parent, { input }, { useCases, caller }) => ({
    customer: await useCases.lookUpCustomer(input.custid, caller),
  }),
  changeCustomerPlan: async (_parent, { input: { reason, ...wish } }, { useCases, caller }) => ({
    __typename: 'CustomerChanged',
    customer: await useCases.changeCustomerPlan({ ...wish, reasonCode: reason }, caller),
  }),
  endCustomerSessions: async (_parent, { input: { reason, ...wish } }, { useCases, caller }) => ({
    __typename: 'CustomerChanged',
    customer: await useCases.endCustomerSessions({ ...wish, reasonCode: reason }, caller),
  }),
  removeCustomerTwoStep: async (_parent, { input: { reason, ...wish } }, { useCases, caller }) => ({
    __typename: 'CustomerChanged',
    customer: await useCases.removeCustomerTwoStep({ ...wish, reasonCode: reason }, caller),
  }),
  removeCustomDomain: async (_parent, { input: { reason, ...wish } }, { useCases, caller }) => {
    const { displayDomain } = await useCases.removeCustomDomain({ ...wish, reasonCode: reason }, caller);
    return { __typename: 'CustomDomainRemoved', displayDomain };
  },
  liftLimit: async (_parent, { input: { reason, ...wish } }, { useCases, caller }) => ({
    __typename: 'LimitLifted',
    id: await useCases.liftLimit({ ...wish, reasonCode: reason }, caller),
  }),
  settleEvent: async (_parent, { input: { reason, ...wish } }, { useCases, caller }) => ({
    __typename: 'EventSettled',
    eventId: await useCases.settleEvent({ ...wish, reasonCode: reason }, caller),
  }),
} satisfies MutationResolvers;
