import { DomainError } from '@onceover/service-kit/errors';

/** How a refusal's code is answered in the graph: the union member's type name and the words for people. */
export type RefusalTable = Readonly<Record<string, { readonly type: string; readonly message: string }>>;

type Resolver = (...args: never[]) => unknown;

/**
 * The same resolvers, but a `DomainError` that one throws becomes its union member: type name, code and words of the
 * table, and the error's `details` (such as `retryAfterSeconds`) as fields. A code missing from the table is a fault and
 * passes through.
 */
export function refusable<Resolvers extends Readonly<Record<string, unknown>>>(
  table: RefusalTable,
  resolvers: Resolvers,
): Resolvers {
  const wrapped = Object.entries(resolvers).map(([field, resolve]) => [field, answering(table, resolve as Resolver)]);
  return Object.fromEntries(wrapped) as Resolvers;
}

function answering(table: RefusalTable, resolve: Resolver): Resolver {
  return async (...args) => {
    try {
      return await resolve(...args);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const member = table[error.code];
      if (member === undefined) throw error;
      return { ...error.details, __typename: member.type, code: error.code, message: member.message };
    }
  };
}
