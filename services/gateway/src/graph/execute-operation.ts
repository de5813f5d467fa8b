import type { Caller } from '@onceover/graphql-kit/caller';
import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import { NotAuthorizedError, OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import {
  buildASTSchema,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  parse,
  validate,
} from 'graphql';
import type { ExecuteOperation, StoredOperation } from '../operations/stored-operation.ts';

type Run = (variables: Readonly<Record<string, unknown>>, caller: Caller) => Promise<ExecutionResult>;
type AnyOperation = StoredOperation<never, unknown>;

/**
 * Runs stored operations: parsed and validated once, here.
 *
 * One that a single subgraph can answer whole goes straight to it (a function call when embedded), and so may use fields
 * that the public graph does not show; any other is planned by the supergraph. An operation that was not registered is a
 * fault.
 */
export function operationExecutor(
  operations: readonly AnyOperation[],
  supergraph: GraphQLSchema,
  subgraphs: readonly Subgraph[],
): ExecuteOperation {
  const schemas = subgraphs.map((subgraph) => ({ subgraph, schema: schemaOf(subgraph) }));
  const plans = new Map<object, Run>();
  for (const operation of operations) {
    const document = parse(operation.document);
    const owner = schemas.find(({ schema }) => validate(schema, document).length === 0)?.subgraph;
    if (owner === undefined) mustFit(supergraph, operation.name, document);
    plans.set(operation, owner === undefined ? planned(supergraph, document) : straight(owner, document));
  }
  return async <Variables, Data>(operation: StoredOperation<Variables, Data>, variables: Variables, caller: Caller) => {
    const run = plans.get(operation);
    if (run === undefined) throw new Error(`${operation.name} is not a stored operation`);
    const result = await run(variables as Readonly<Record<string, unknown>>, caller);
    if (result.errors !== undefined || result.data == null) throw errorOf(operation.name, result);
    return result.data as Data;
  };
}

function mustFit(schema: GraphQLSchema, name: string, document: DocumentNode): void {
  const problems = validate(schema, document);
  if (problems.length > 0) throw new Error(`${name}: ${problems.map(({ message }) => message).join('; ')}`);
}

function straight(subgraph: Subgraph, document: DocumentNode): Run {
  return (variables, caller) => subgraph.execute({ document, variables, caller });
}

function planned(schema: GraphQLSchema, document: DocumentNode): Run {
  return async (variableValues, caller) =>
    await execute({ schema, document, variableValues, contextValue: { caller } });
}

/** A subgraph's own types; federation's directives are of no concern for validating a document. */
function schemaOf(subgraph: Subgraph): GraphQLSchema {
  return buildASTSchema(parse(subgraph.sdl), { assumeValidSDL: true });
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
