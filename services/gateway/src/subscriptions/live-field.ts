import type { Caller } from '@onceover/schema/caller';
import type { ExecutionResult, FieldNode, VariableDefinitionNode } from 'graphql';

/** The query that a subscription's field stands for; variables beyond the client's own are filled in at every asking. */
export interface AskedField {
  readonly field: FieldNode;
  readonly variables?: readonly VariableDefinitionNode[];
}

/** One subscription of one client. */
export interface LiveQuestion {
  readonly args: Readonly<Record<string, unknown>>;
  /** Who asks, with the rights they have now. */
  readonly caller: () => Caller;
  /** Runs the query through the graph, where every field decides anew what this caller may see. */
  readonly ask: (more?: Readonly<Record<string, unknown>>) => Promise<ExecutionResult>;
  /** Aborted when the client has left or may not listen any more. */
  readonly signal: AbortSignal;
}

/** A root field of the subscriptions. It ends with a `GraphQLError` that says why, or without one when nothing can follow. */
export interface LiveField {
  /** Rewrites the field into one that a query can ask, under the same name in the answer. */
  asQuery(field: FieldNode): AskedField;
  /** What the client is sent, one answer after the other: the next is asked for when the last has left. */
  answers(question: LiveQuestion): AsyncGenerator<ExecutionResult>;
}
