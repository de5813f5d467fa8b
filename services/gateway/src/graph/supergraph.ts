import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import type { Caller } from '@onceover/graphql-kit/caller';
import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import { composeServices } from '@theguild/federation-composition';
import { type DocumentNode, type ExecutionResult, type GraphQLSchema, parse } from 'graphql';

/** What every operation of the graph runs with. */
export interface GraphContext {
  readonly caller: Caller;
}

/** Composes the subgraphs and makes them one schema that plans across them. Throws with every composition error. */
export function supergraphOf(subgraphs: readonly Subgraph[]): GraphQLSchema {
  const byName = new Map(subgraphs.map((subgraph) => [subgraph.name.toUpperCase(), subgraph]));
  const composed = composeServices(
    subgraphs.map(({ name, sdl }) => ({ name, typeDefs: parse(sdl), url: `subgraph://${name}` })),
  );
  if (composed.supergraphSdl === undefined) {
    throw new Error(`the subgraphs do not compose: ${composed.errors.map((error) => error.message).join('; ')}`);
  }
  return getStitchedSchemaFromSupergraphSdl({
    supergraphSdl: composed.supergraphSdl,
    onSubschemaConfig(config) {
      const subgraph = byName.get(config.name.toUpperCase());
      if (subgraph === undefined) throw new Error(`there is no subgraph ${config.name}`);
      const executor = (request: SubgraphRequest) => ask(subgraph, request);
      // The library's executor may also stream; ours answers once, which its type cannot say.
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

async function ask(subgraph: Subgraph, request: SubgraphRequest): Promise<ExecutionResult> {
  const { document, variables, operationName, context } = request;
  if (context === undefined) throw new Error('a subgraph was asked without a caller');
  return await subgraph.execute({ document, variables, operationName, caller: context.caller });
}
