import { batched } from '@onceover/graphql-kit/batched';
import { mayKnow } from '@onceover/schema/caller';
import type { GraphContext } from '../context.ts';
import type { CustomerResolvers } from '../types.generated.ts';

/** Once for a request, however many things of it are about the same customer. */
const emailsOf = batched((accountRefs, { useCases, caller }: GraphContext) =>
  Promise.all(accountRefs.map((accountRef) => useCases.customerEmails(accountRef, caller))),
);

/** What this service knows of a customer that accounts has shown to somebody. */
export const Customer: CustomerResolvers = {
  /** A reference says who is meant, not who asks: it leads to the caller themself, and a colonel to anybody. */
  __resolveReference: (customer, { caller }) => (mayKnow(caller, customer.id) ? customer : null),
  emails: async ({ id }, _args, context) => await emailsOf(id, context),
};
