import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import { webOperations } from '@onceover/schema/operations';
import type { Telemetry } from '@onceover/service-kit/telemetry';
import type { EdgeParts } from '../edge-parts.ts';
import { storedOperations } from '../operations/operations.generated.ts';
import type { ExecuteOperation } from '../operations/stored-operation.ts';
import { documentAdmission } from './admit-document.ts';
import { documentPlans } from './document-plans.ts';
import { operationExecutor } from './execute-operation.ts';
import { startGraphqlServer } from './graphql-server.ts';
import { documentKeeping } from './kept-documents.ts';
import { operationTelemetry } from './operation-telemetry.ts';
import { supergraph } from './supergraph.ts';

interface GraphParts extends Pick<EdgeParts, 'site' | 'limits' | 'captcha'> {
  readonly telemetry: Telemetry;
}

/** The graph from both sides: the gateway's own stored operations, and documents that clients send. */
export type Graph = Awaited<ReturnType<typeof openGraph>>;

/**
 * Puts the supergraph in front of the subgraphs. On https only registered documents run: the gateway's own and the web
 * app's. On loopback any may run.
 */
export async function openGraph(subgraphs: readonly Subgraph<Caller>[], parts: GraphParts) {
  const { site, limits, captcha, telemetry } = parts;
  const schema = supergraph();
  const documents = [...storedOperations, ...webOperations].map(({ document }) => document);
  const mayBeKept = documentKeeping(documents);
  const plans = documentPlans(subgraphs, mayBeKept);
  const timeOperation = operationTelemetry(telemetry);
  const run = operationExecutor(storedOperations, subgraphs);
  const execute: ExecuteOperation = (operation, variables, caller) =>
    timeOperation(operation.name, () => run(operation, variables, caller));
  return {
    schema,
    subgraphs,
    execute,
    timeOperation,
    server: await startGraphqlServer({ schema, limits, captcha, mayBeKept, plans, isOpen: !site.isProduction }),
    plans,
    admitDocument: documentAdmission(site.isProduction ? documents : undefined),
    mayBeKept,
  };
}
