import type { MutationResolvers } from '../types.generated.ts';

/** What colonels do with customers, and with events that could not be handled. */
export const operatorMutations = {
  confirmIdentity: async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'IdentityConfirmed',
    until: await useCases.confirmIdentity(input, caller),
  }),
  lookUpCustomer: async (_parent, { input }, { useCases, caller }) => ({
    customer: await useCases.lookUpCustomer(input.custid, caller),
  }),
  changeCustomerPlan: async (_parent, { input: { id, plan, reason } }, { useCases, caller }) => ({
    __typename: 'CustomerChanged',
    customer: await useCases.changeCustomerPlan({ id, plan, reasonCode: reason }, caller),
  }),
  endCustomerSessions: async (_parent, { input: { id, reason } }, { useCases, caller }) => ({
    __typename: 'CustomerChanged',
    customer: await useCases.endCustomerSessions({ id, reasonCode: reason }, caller),
  }),
  removeCustomerTwoStep: async (_parent, { input: { id, reason } }, { useCases, caller }) => ({
    __typename: 'CustomerChanged',
    customer: await useCases.removeCustomerTwoStep({ id, reasonCode: reason }, caller),
  }),
  settleEvent: async (_parent, { input: { reason, ...wish } }, { useCases, caller }) => ({
    __typename: 'EventSettled',
    eventId: await useCases.settleEvent({ ...wish, reasonCode: reason }, caller),
  }),
} satisfies MutationResolvers;
