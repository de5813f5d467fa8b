import type { ApolloServer } from '@apollo/server';
import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import { webOperations } from '@onceover/schema/operations';
import type { GraphQLSchema } from 'graphql';
import type { CaptchaLimits } from '../captcha/captcha.ts';
import type { Site } from '../http/site.ts';
import { storedOperations } from '../operations/operations.generated.ts';
import type { ExecuteOperation } from '../operations/stored-operation.ts';
import { type AdmitDocument, documentAdmission } from './admit-document.ts';
import { type DocumentPlans, documentPlans } from './document-plans.ts';
import { operationExecutor } from './execute-operation.ts';
import { startGraphqlServer } from './graphql-server.ts';
import { documentKeeping, type MayBeKept } from './kept-documents.ts';
import { type GraphContext, supergraphOf } from './supergraph.ts';

/** The graph from both sides: the gateway's own stored operations, and documents that clients send. */
export interface Graph {
  readonly execute: ExecuteOperation;
  readonly server: ApolloServer<GraphContext>;
  readonly plans: DocumentPlans;
  readonly admitDocument: AdmitDocument;
  readonly mayBeKept: MayBeKept;
  readonly schema: GraphQLSchema;
}

/** What the graph needs of the edge. */
export interface GraphEdge extends CaptchaLimits {
  readonly site: Site;
}

/**
 * Puts the supergraph in front of the subgraphs. On https only registered documents run: the gateway's own and the web
 * app's. On loopback any may run.
 */
export async function openGraph(
  subgraphs: readonly Subgraph<Caller>[],
  { site, limits, captcha }: GraphEdge,
): Promise<Graph> {
  const schema = supergraphOf(subgraphs);
  const documents = [...storedOperations, ...webOperations].map(({ document }) => document);
  const mayBeKept = documentKeeping(documents);
  const plans = documentPlans(subgraphs, mayBeKept);
  return {
    schema,
    execute: operationExecutor(storedOperations, schema, subgraphs),
    server: await startGraphqlServer({ schema, limits, captcha, mayBeKept, plans, isOpen: !site.isProduction }),
    plans,
    admitDocument: documentAdmission(site.isProduction ? documents : undefined),
    mayBeKept,
  };
}
