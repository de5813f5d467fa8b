import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import { supergraphSdl } from '@onceover/schema/sdl';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';

/** The context that every operation of the graph runs in. */
export interface GraphContext {
  readonly caller: Caller;
  /** Who answers for the services. */
  readonly subgraphs: readonly Subgraph<Caller>[];
  /** The captcha that came with the request. */
  readonly solution?: string | undefined;
  /** The request is a browser's, without an API token. */
  readonly isBrowser?: boolean;
}

let stitched: GraphQLSchema | undefined;

/**
 * The committed supergraph as one schema that plans across the services. It knows none of them, as they come with the context: so
 * it is made once in a process, which takes longer than all else that a gateway does to start.
 */
export function supergraph(): GraphQLSchema {
  stitched ??= stitch();
  return stitched;
}

function stitch(): GraphQLSchema {
  return getStitchedSchemaFromSupergraphSdl({
    supergraphSdl: supergraphSdl(),
    onSubschemaConfig(config) {
      const name = config.name.toLowerCase();
      const executor = (request: SubgraphRequest) => ask(name, request);
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

async function ask(name: string, request: SubgraphRequest): Promise<ExecutionResult> {
  const { document, variables, operationName, context } = request;
  if (context === undefined) throw new Error('a subgraph was asked without a caller');
  const subgraph = context.subgraphs.find((each) => each.name === name);
  if (subgraph === undefined) throw new Error(`there is no subgraph ${name}`);
  return await subgraph.execute({ document, variables, operationName, caller: context.caller });
}
