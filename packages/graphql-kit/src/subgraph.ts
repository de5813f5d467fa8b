import { DomainError, NotAuthorizedError, OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import type { InternalHandler } from '@onceover/service-kit/internal-call';
import type { ConsumerReport, Readiness } from '@onceover/service-kit/lifecycle';
import { type DocumentNode, type ExecutionResult, execute, GraphQLError, type GraphQLErrorOptions } from 'graphql';
import { compileOperation } from './compiled/compile-operation.ts';
import { subgraphSchema } from './subgraph-schema.ts';

/** One operation for a subgraph: a document parsed and validated beforehand, its variables, and who asks. */
export interface GraphRequest<Caller> {
  readonly document: DocumentNode;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly operationName?: string | undefined;
  readonly caller: Caller;
}

/** Runs the one operation of a document, as often as it is asked. */
export type PreparedOperation<Caller> = (
  variables: Readonly<Record<string, unknown>>,
  caller: Caller,
) => Promise<ExecutionResult>;

/** A service's part of the graph. What goes in and comes out is JSON, so that nobody can tell where the service runs. */
export interface Subgraph<Caller> {
  readonly name: string;
  readonly sdl: string;
  execute(request: GraphRequest<Caller>): Promise<ExecutionResult>;
  /**
   * Takes note of a document that will be run again and again; it answers what `execute` answers, with much less work.
   * Undefined for a document that this subgraph cannot answer alone, or that is not covered.
   */
  prepare(document: DocumentNode): PreparedOperation<Caller> | undefined;
}

/** What every started service offers; disposing it stops the service cleanly. */
export interface RunningService<Caller> extends AsyncDisposable {
  readonly subgraph: Subgraph<Caller>;
  /** What it answers to other services, outside the public graph. */
  readonly internal?: readonly InternalHandler[];
  ready(): Promise<Readiness>;
  /** How its consumers are doing; asks the database. */
  consumers(): Promise<readonly ConsumerReport[]>;
  /** Resolves when the service's consumers have caught up with its log. */
  drain(): Promise<void>;
}

/** What a subgraph needs to answer in process: its SDL, its resolvers, and a context for each caller. */
export interface SubgraphParts<Context extends object, Caller> {
  readonly name: string;
  readonly sdl: string;
  readonly resolvers: unknown;
  contextFor(caller: Caller): Context;
  /** Called for surprises only; the answer to the caller is masked. */
  onFault(error: unknown, caller: Caller): void;
  /** Called for every outage that a request meets. */
  onOutage?(error: OutageError): void;
}

/**
 * Builds a subgraph that runs in this process. Outages become `UNAVAILABLE`, what a caller may not do `NOT_AUTHORIZED`,
 * anything unexpected a masked `INTERNAL`.
 */
export function inProcessSubgraph<Context extends object, Caller>(
  parts: SubgraphParts<Context, Caller>,
): Subgraph<Caller> {
  const schema = subgraphSchema(parts.sdl, parts.resolvers);
  const shown = (result: ExecutionResult, caller: Caller): ExecutionResult => {
    if (result.errors === undefined) return result;
    return { ...result, errors: result.errors.map((error) => publicError(error, caller, parts)) };
  };
  return {
    name: parts.name,
    sdl: parts.sdl,
    async execute({ document, variables, operationName, caller }) {
      const result = await execute({
        schema,
        document,
        variableValues: variables ?? {},
        operationName: operationName ?? null,
        contextValue: parts.contextFor(caller),
      });
      return shown(result, caller);
    },
    prepare(document) {
      const run = compileOperation(schema, document);
      if (run === undefined) return undefined;
      return async (variables, caller) => shown(await run(variables, parts.contextFor(caller)), caller);
    },
  };
}

function publicError<Caller>(
  error: GraphQLError,
  caller: Caller,
  { onFault, onOutage }: Pick<SubgraphParts<object, Caller>, 'onFault' | 'onOutage'>,
): GraphQLError {
  const cause = error.originalError;
  const at = { nodes: error.nodes ?? null, path: error.path ?? null };
  if (cause === undefined || cause instanceof GraphQLError) return error;
  if (cause instanceof NotAuthorizedError) {
    return new GraphQLError('Not authorized', { ...at, extensions: { code: 'NOT_AUTHORIZED' } });
  }
  if (cause instanceof OutageError) {
    onOutage?.(cause);
    return unavailable(cause, at);
  }
  if (cause instanceof DomainError)
    onFault(new Error('a refusal reached the edge outside its union', { cause }), caller);
  else onFault(cause, caller);
  return masked(at);
}

type Place = Pick<GraphQLErrorOptions, 'nodes' | 'path'>;

/** How the graph tells of an outage; of the whole operation where no place is named. */
export function unavailable(outage: OutageError, at: Place = {}): GraphQLError {
  const code = outage instanceof OutcomeUnknownError ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE';
  const { retryAfterSeconds, dependency } = outage;
  return new GraphQLError("We'll be back shortly!", { ...at, extensions: { code, retryAfterSeconds, dependency } });
}

/** How the graph tells of a fault: without a word about it. */
export function masked(at: Place = {}): GraphQLError {
  return new GraphQLError('An unexpected error occurred :[', { ...at, extensions: { code: 'INTERNAL' } });
}
