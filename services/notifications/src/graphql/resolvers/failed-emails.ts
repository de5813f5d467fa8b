import type { FailedEmailResolvers, MutationResolvers, QueryResolvers } from '../types.generated.ts';

export const failedEmailQueries = {
  failedEmails: async (_parent, _args, { useCases, caller }) => await useCases.listFailedMails(caller),
} satisfies QueryResolvers;

export const failedEmailMutations = {
  settleEmail: async (_parent, { input: { reason, ...wish } }, { useCases, caller }) => ({
    __typename: 'EmailSettled',
    deliveryId: await useCases.settleFailedMail({ ...wish, reasonCode: reason }, caller),
  }),
} satisfies MutationResolvers;

export const FailedEmail: FailedEmailResolvers = {
  account: ({ tenantRef }) => tenantRef,
};
