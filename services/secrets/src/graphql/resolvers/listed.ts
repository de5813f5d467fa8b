import { mostConfirmedAtOnce } from '@onceover/schema/confirmation';
import { GraphQLError } from 'graphql';
import { cursorOf, positionFrom } from '../page-cursor.ts';
import type { ListedSecretResolvers, MutationResolvers, QueryResolvers } from '../types.generated.ts';

export const listedQueries = {
  listedSecrets: async (_parent, { first, after, filter }, { useCases, caller }) => {
    const { state = null, customerId: ownerRef = null, shortkey = null, createdFrom = null } = filter ?? {};
    const wanted = {
      first,
      after: positionFrom(after),
      state,
      ownerRef,
      shortkey,
      createdFrom: instantOf(createdFrom),
    };
    const { nodes, end } = await useCases.listSecrets(wanted, caller);
    return { nodes: [...nodes], endCursor: end && cursorOf(end) };
  },
} satisfies QueryResolvers;

export const listedMutations = {
  burnListedSecrets: async (_parent, { input }, { useCases, caller }) => {
    const { reason: reasonCode, ...wish } = input;
    if (wish.ids.length > mostConfirmedAtOnce) throw tooMany(wish.ids.length);
    const { burned: ids, endedBefore } = await useCases.burnListedSecrets({ ...wish, reasonCode }, caller);
    return { __typename: 'ListedSecretsBurned', ids, endedBefore };
  },
} satisfies MutationResolvers;

function tooMany(count: number): GraphQLError {
  const message = `At most ${mostConfirmedAtOnce} secrets can be burned at once, and these are ${count}.`;
  return new GraphQLError(message, { extensions: { code: 'BAD_INPUT', reason: 'ids' } });
}

/** Null where none was given; what no clock shows is an error of the request. */
function instantOf(seconds: number | null): Date | null {
  if (seconds === null) return null;
  if (Number.isInteger(seconds) && seconds >= 0 && seconds < 1e11) return new Date(seconds * 1000);
  throw new GraphQLError('createdFrom is not an instant', { extensions: { code: 'BAD_INPUT', reason: 'createdFrom' } });
}

const sizes = { '1k': 'small', '10k': 'medium', more: 'large' } as const;

export const ListedSecret: ListedSecretResolvers = {
  id: ({ secretId }) => secretId,
  created: ({ createdAt }) => createdAt,
  expiration: ({ expiresAt }) => expiresAt,
  ended: ({ endedAt }) => endedAt,
  customerId: ({ ownerRef }) => ownerRef,
  size: ({ size }) => sizes[size],
};
