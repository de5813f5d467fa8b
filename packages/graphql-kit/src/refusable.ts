import { DomainError } from '@onceover/service-kit/errors';

/** How a refusal's code is answered in the graph: the union member's type name and the words for people. */
export type RefusalTable = Readonly<Record<string, { readonly type: string; readonly message: string }>>;

/** What a refused field resolves to; `details` of the error (such as `retryAfterSeconds`) become fields of the member. */
export interface RefusalMember {
  readonly __typename: string;
  readonly code: string;
  readonly message: string;
}

/**
 * Makes `refusable` for one table: wraps a resolver so that a `DomainError` becomes its union member.
 * A code missing from the table is a fault and passes through.
 */
export function refusableWith(table: RefusalTable) {
  return function refusable<Args extends readonly unknown[], R>(
    resolve: (...args: Args) => Promise<R>,
  ): (...args: Args) => Promise<R> {
    return async (...args) => {
      try {
        return await resolve(...args);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const member = table[error.code];
        if (member === undefined) throw error;
        return { ...error.details, __typename: member.type, code: error.code, message: member.message } as R;
      }
    };
  };
}
