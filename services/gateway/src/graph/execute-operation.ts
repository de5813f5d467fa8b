import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import { NotAuthorizedError, OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import { type ExecutionResult, execute, parse } from 'graphql';
import type { ExecuteOperation, OperationVariables, StoredOperation } from '../operations/stored-operation.ts';
import { type GraphContext, supergraph } from './supergraph.ts';

type Run = (variables: OperationVariables, caller: Caller) => Promise<ExecutionResult>;
type AnyOperation = StoredOperation<never, unknown>;

/**
 * Runs stored operations. Each is parsed at once and goes where it says: straight to one service, compiled to calls of its
 * resolvers when embedded, or to the plan of the supergraph. Whether it fits there was checked when it was generated.
 */
export function operationExecutor(
  operations: readonly AnyOperation[],
  subgraphs: readonly Subgraph<Caller>[],
): ExecuteOperation {
  const runs = new Map(operations.map((operation) => [operation, runOf(operation, subgraphs)]));
  return async (operation, variables, caller) => {
    const run = runs.get(operation);
    if (run === undefined) throw new Error(`the operation ${operation.name} is not stored`);
    const result = await run(variables, caller);
    if (!isAnswer(operation, result)) throw errorOf(operation.name, result);
    return result.data;
  };
}

function runOf({ name, to, document: text }: AnyOperation, subgraphs: readonly Subgraph<Caller>[]): Run {
  const document = parse(text);
  if (to === 'planned') {
    const schema = supergraph();
    return async (variableValues, caller) => {
      const contextValue: GraphContext = { caller, subgraphs };
      return await execute({ schema, document, variableValues, contextValue });
    };
  }
  const subgraph = subgraphs.find((one) => one.name === to);
  if (subgraph === undefined) throw new Error(`${name} goes to ${to}, but there is no such subgraph`);
  return subgraph.prepare(document) ?? ((variables, caller) => subgraph.execute({ document, variables, caller }));
}

/** A result without errors has the shape of its document, which is what its type was generated from. */
function isAnswer<Variables extends OperationVariables, Data>(
  _operation: StoredOperation<Variables, Data>,
  result: ExecutionResult,
): result is ExecutionResult & { readonly data: Data } {
  return result.errors === undefined && result.data != null;
}

function errorOf(name: string, result: ExecutionResult): Error {
  const [error] = result.errors ?? [];
  const { code, dependency, retryAfterSeconds } = error?.extensions ?? {};
  const options = { ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}), cause: error };
  const away = typeof dependency === 'string' ? dependency : 'subgraph';
  if (code === 'NOT_AUTHORIZED') return new NotAuthorizedError();
  if (code === 'OUTCOME_UNKNOWN') return new OutcomeUnknownError(away, options);
  if (code === 'UNAVAILABLE') return new OutageError(away, options);
  return new Error(`the stored operation ${name} failed`, { cause: error });
}
