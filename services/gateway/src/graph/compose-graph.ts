import type { ApolloServer } from '@apollo/server';
import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import type { Site } from '../hosts/site.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { showPlans } from '../pages/plans.operation.ts';
import { restOperations } from '../rest/operations/rest-operations.ts';
import type { ExecuteOperation } from '../rest/operations/stored-operation.ts';
import { type AdmitDocument, documentAdmission } from './admit-document.ts';
import { operationExecutor } from './execute-operation.ts';
import { startGraphqlServer } from './graphql-server.ts';
import { type GraphContext, supergraphOf } from './supergraph.ts';

/** The graph from both sides: our own stored operations, and the door for documents from outside. */
export interface Graph {
  readonly execute: ExecuteOperation;
  readonly server: ApolloServer<GraphContext>;
  readonly admitDocument: AdmitDocument;
}

/** Composes the subgraphs. On https only the documents that `/api/v2` runs are registered; on loopback any may run. */
export async function composeGraph(
  subgraphs: readonly Subgraph[],
  { site, limits }: { readonly site: Site; readonly limits: RequestLimits },
): Promise<Graph> {
  const schema = supergraphOf(subgraphs);
  const registered = site.isProduction ? restOperations.map(({ document }) => document) : undefined;
  return {
    execute: operationExecutor([...restOperations, showPlans], schema, subgraphs),
    server: await startGraphqlServer({ schema, limits, isOpen: !site.isProduction }),
    admitDocument: documentAdmission(registered),
  };
}
