import type { DocumentNode, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { screenCodeOf } from '../contracts/refusals.generated.ts';
import { ApiError } from '../lib/calls/api-error.ts';
import { graphClient } from './graph-client.tsx';

/** A refusal as the graph returns it: a member of the result's union. */
interface Refused {
  readonly __typename: string;
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** Runs a mutation; its answer is not cached. Throws ApiError if there is no result. */
export async function mutate<Data, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  // The client's types cannot express generic variables together with a generic document.
  const untyped = mutation as unknown as DocumentNode;
  const { data } = await graphClient.mutate({ mutation: untyped, variables });
  if (data === undefined || data === null) throw new ApiError({ failure: 'format', url: '/graphql' });
  return data as Data;
}

/** Asks once, past the cache: what nobody may keep, and lists that come page by page. */
export async function askOnce<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { data } = await graphClient.query<Data>({ query, variables, fetchPolicy: 'no-cache' });
  if (data === undefined) throw new TypeError('an answer without an error has data');
  return data;
}

/** The result, if it is not a refusal; a refusal is thrown as ApiError. */
export function accepted<Result extends { readonly __typename: string }>(
  result: Result,
): Exclude<Result, { readonly code: string }> {
  if (isRefused(result)) {
    throw new ApiError({
      failure: 'refused',
      url: '/graphql',
      status: 400,
      code: screenCodeOf[result.code] ?? result.code,
      serverMessage: result.message,
      retryAfterSeconds: result.retryAfterSeconds ?? null,
    });
  }
  return result as Exclude<Result, { readonly code: string }>;
}

function isRefused(result: { readonly __typename: string }): result is Refused {
  return 'code' in result;
}
