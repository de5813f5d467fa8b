import type { ApolloServer } from '@apollo/server';
import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import { webOperations } from '@onceover/schema/operations';
import type { Site } from '../hosts/site.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { showPlans } from '../operations/plans.operation.ts';
import { restOperations } from '../operations/rest-operations.ts';
import type { ExecuteOperation } from '../operations/stored-operation.ts';
import { showPageViewer } from '../operations/viewer.operation.ts';
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

/**
 * Composes the subgraphs. On https only registered documents run: those of `/api/v2` and the
 * web app's. On loopback any may run.
 */
export async function composeGraph(
  subgraphs: readonly Subgraph[],
  { site, limits }: { readonly site: Site; readonly limits: RequestLimits },
): Promise<Graph> {
  const schema = supergraphOf(subgraphs);
  const documents = [...restOperations, ...webOperations()].map(({ document }) => document);
  return {
    execute: operationExecutor([...restOperations, showPlans, showPageViewer], schema, subgraphs),
    server: await startGraphqlServer({ schema, limits, isOpen: !site.isProduction }),
    admitDocument: documentAdmission(site.isProduction ? documents : undefined),
  };
}
