import { batched } from '@onceover/graphql-kit/batched';
import { isColonel } from '@onceover/schema/caller';
import { isOwnedBy } from '../../use-cases/secret/ownership.ts';
import type { GraphContext } from '../context.ts';
import { pageInfoOf, positionFrom } from '../page-cursor.ts';
import type { CustomerResolvers, QueryResolvers } from '../types.generated.ts';

export const recentQueries = {
  recentSecrets: async (_parent, { first, after, status, states, search }, { useCases, caller }) => {
    const wanted = {
      first,
      after: positionFrom(after),
      status: status ?? null,
      states: states ?? null,
      search: search ?? null,
    };
    const { nodes, end, counts } = await useCases.listRecent(wanted, caller);
    return { nodes, pageInfo: pageInfoOf(end), counts };
  },
} satisfies QueryResolvers;

/** Once for a request, however many things of it are about the same customer. */
const recentCounts = batched((accountRefs, { useCases, caller }: GraphContext) =>
  Promise.all(accountRefs.map((accountRef) => useCases.countRecent(accountRef, caller))),
);

/** What this service knows of a customer that accounts has shown to somebody. */
export const Customer: CustomerResolvers = {
  /** A reference says who is meant, not who asks: it leads to the caller themself, and a colonel to anybody. */
  __resolveReference: (customer, { caller }) => (isOwnedBy(caller, customer.id) || isColonel(caller) ? customer : null),
  recentSecrets: async ({ id }, args, context) =>
    isOwnedBy(context.caller, id) ? await recentQueries.recentSecrets({}, args, context) : null,
  recentCounts: async ({ id }, _args, context) => await recentCounts(id, context),
};
