import { claimTokenFrom } from '../claim-token.ts';
import { pageInfoOf, positionFrom } from '../page-cursor.ts';
import type {
  IncomingSecretResolvers,
  IncomingSubmittedResolvers,
  MutationResolvers,
  QueryResolvers,
} from '../types.generated.ts';

export const incomingQueries = {
  incomingSecrets: async (_parent, { first, after, ticketNumber }, { useCases, caller }) => {
    const wanted = { first, after: positionFrom(after), ticketNumber: ticketNumber ?? null };
    const { nodes, end } = await useCases.listIncoming(wanted, caller);
    return { nodes, pageInfo: pageInfoOf(end) };
  },
} satisfies QueryResolvers;

export const incomingMutations = {
  submitIncoming: async (_parent, { input: { idempotencyKey, ...input } }, { useCases, caller }) => {
    const wish = { ...input, idempotencyKey: claimTokenFrom(idempotencyKey) };
    return { __typename: 'IncomingSubmitted', ...(await useCases.submitIncoming(wish, caller)) };
  },
} satisfies MutationResolvers;

/** What was made just now has no label yet, so nobody reads one, which could fail after the commit. */
export const IncomingSubmitted: IncomingSubmittedResolvers = {
  metadata: ({ metadata, isReplay }) => (isReplay ? metadata : { ...metadata, label: null }),
};

export const IncomingSecret: IncomingSecretResolvers = {
  id: ({ incomingId }) => incomingId,
  created: ({ createdAt }) => createdAt,
};
