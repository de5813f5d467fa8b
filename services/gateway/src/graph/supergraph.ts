import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import { supergraphSdl } from '@onceover/schema/sdl';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';

/** The context that every operation of the graph runs in. */
export interface GraphContext {
  readonly caller: Caller;
  /** The captcha that came with the request. */
  readonly solution?: string | undefined;
  /** The request is a browser's, without an API token. */
  readonly isBrowser?: boolean;
}

/** The committed supergraph in front of these subgraphs, as one schema that plans across them. */
export function supergraphOf(subgraphs: readonly Subgraph<Caller>[]): GraphQLSchema {
  const byName = new Map(subgraphs.map((subgraph) => [subgraph.name.toUpperCase(), subgraph]));
  return getStitchedSchemaFromSupergraphSdl({
    supergraphSdl: supergraphSdl(),
    onSubschemaConfig(config) {
      const subgraph = byName.get(config.name.toUpperCase());
      if (subgraph === undefined) throw new Error(`there is no subgraph ${config.name}`);
      const executor = (request: SubgraphRequest) => ask(subgraph, request);
      // The library's type also allows streams; ours always gives one answer.
      config.executor = executor as typeof config.executor;
    },
  });
}

interface SubgraphRequest {
  readonly document: DocumentNode;
  readonly variables?: Record<string, unknown>;
  readonly operationName?: string;
  readonly context?: GraphContext;
}

async function ask(subgraph: Subgraph<Caller>, request: SubgraphRequest): Promise<ExecutionResult> {
  const { document, variables, operationName, context } = request;
  if (context === undefined) throw new Error('a subgraph was asked without a caller');
  return await subgraph.execute({ document, variables, operationName, caller: context.caller });
}
