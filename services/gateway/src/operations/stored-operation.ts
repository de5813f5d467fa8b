import type { Caller } from '@onceover/graphql-kit/caller';
import type { SubgraphName } from '@onceover/schema/sdl';

/**
 * An operation known beforehand: its text, who answers it (one service, or the plan of the supergraph), and the types of
 * what goes in and what comes out. Generated from the `.graphql` files beside this one, and checked there.
 */
export interface StoredOperation<Variables extends OperationVariables, Data> {
  readonly name: string;
  readonly to: SubgraphName | 'planned';
  readonly document: string;
  /** Carries the types only; never set. */
  readonly types?: (variables: Variables) => Data;
}

export type OperationVariables = Readonly<Record<string, unknown>>;

/**
 * Runs a stored operation for a caller.
 *
 * Refuses  nothing: refusals are members of the answer. Throws `OutageError`, `OutcomeUnknownError` or a fault
 */
export type ExecuteOperation = <Variables extends OperationVariables, Data>(
  operation: StoredOperation<Variables, Data>,
  variables: Variables,
  caller: Caller,
) => Promise<Data>;
