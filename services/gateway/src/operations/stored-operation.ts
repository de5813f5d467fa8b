import type { Caller } from '@onceover/schema/caller';
import type { RefusalCode } from '@onceover/schema/refusals';
import type { SubgraphName } from '@onceover/schema/sdl';

/**
 * An operation that is known in advance: its text, where it goes (to one service, or to the plan of the supergraph), the refusals
 * and the types of its variables and its answer. Generated from the `.graphql` files in this folder, and checked as it is generated.
 */
export interface StoredOperation<Variables extends OperationVariables, Data> {
  readonly name: string;
  readonly to: SubgraphName | 'planned';
  readonly document: string;
  /** What its answer may be instead, as the graph says it. */
  readonly refusals: readonly RefusalCode[];
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
