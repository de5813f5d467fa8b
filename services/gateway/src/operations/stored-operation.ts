import type { Caller } from '@onceover/graphql-kit/caller';

/** A document known beforehand, with the types of what goes in and what comes out. Parsed and validated once, at start. */
export interface StoredOperation<Variables, Data> {
  readonly name: string;
  readonly document: string;
  /** Carries the types only; never set. */
  readonly types?: (variables: Variables) => Data;
}

/**
 * Runs a stored operation for a caller.
 *
 * Refuses  nothing: refusals are members of the answer. Throws `OutageError`, `OutcomeUnknownError` or a fault
 */
export type ExecuteOperation = <Variables, Data>(
  operation: StoredOperation<Variables, Data>,
  variables: Variables,
  caller: Caller,
) => Promise<Data>;

/** A refusal as the graph gives it; `code` is a key of `schema/refusals`. */
export interface RefusalData {
  readonly __typename: string;
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds?: number;
  /** The address that no mail can go to, as it was sent. */
  readonly address?: string;
  /** How many there may be. */
  readonly limit?: number;
}
