import { customerFrom, domainPlaceFrom, domainPlaceText } from '../cursors.ts';
import type { CustomerMapper } from '../mappers.ts';
import type { CustomDomainResolvers, MutationResolvers, QueryResolvers } from '../types.generated.ts';

export const operatorQueries = {
  customers: async (_parent, { first, after, filter }, { useCases, caller }) => {
    const { plan: planId = null, isVerified = null, isDisabled = null } = filter ?? {};
    const wanted = { first, after: customerFrom(after), planId, isVerified, isDisabled };
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
  changeCustomerPlan: (_parent, { input }, { useCases, caller }) =>
    changed(useCases.changeCustomerPlan(wishOf(input), caller)),
  endCustomerSessions: (_parent, { input }, { useCases, caller }) =>
    changed(useCases.endCustomerSessions(wishOf(input), caller)),
  removeCustomerTwoStep: (_parent, { input }, { useCases, caller }) =>
    changed(useCases.removeCustomerTwoStep(wishOf(input), caller)),
  disableCustomer: (_parent, { input }, { useCases, caller }) =>
    changed(useCases.disableCustomer(wishOf(input), caller)),
  enableCustomer: (_parent, { input }, { useCases, caller }) => changed(useCases.enableCustomer(wishOf(input), caller)),
  removeCustomDomain: async (_parent, { input }, { useCases, caller }) => {
    const { displayDomain } = await useCases.removeCustomDomain(wishOf(input), caller);
    return { __typename: 'CustomDomainRemoved', displayDomain };
  },
  liftLimit: async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'LimitLifted',
    id: await useCases.liftLimit(wishOf(input), caller),
  }),
  settleEvent: async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'EventSettled',
    eventId: await useCases.settleEvent(wishOf(input), caller),
  }),
} satisfies MutationResolvers;

function wishOf<Input extends { readonly reason: string }>({ reason, ...wish }: Input) {
  return { ...wish, reasonCode: reason };
}

async function changed(customer: Promise<CustomerMapper>) {
  return { __typename: 'CustomerChanged', customer: await customer } as const;
}
