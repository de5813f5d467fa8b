import type { PreparedOperation, Subgraph } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { LimitName } from '../limits/limit-table.ts';
import type { DocumentCost } from './document-cost.ts';
import { type MayBeKept, MOST_KEPT } from './kept-documents.ts';
import { recentlyUsed } from './recently-used.ts';

/** How a document of clients runs straight on the one service that answers it. */
export interface DocumentPlan {
  readonly operationName: string | undefined;
  /** The limits of its fields, which are counted before it runs. */
  readonly fields: readonly LimitName[];
  readonly cost: DocumentCost;
  readonly run: PreparedOperation<Caller>;
}

/** A document that the server has parsed, validated and accepted, and the operation in it that was asked for. */
export interface AcceptedDocument {
  readonly text: string;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly fields: readonly LimitName[];
  readonly cost: DocumentCost;
}

/** Plans of documents by their text. */
export interface DocumentPlans {
  find(text: string): DocumentPlan | undefined;
  remember(accepted: AcceptedDocument): void;
}

const NONE = Symbol('the supergraph answers it');

/**
 * Remembers a plan for each document that one service answers alone and that may be kept. The first request of a document
 * always goes through the server; so the server alone decides what is accepted.
 */
export function documentPlans(subgraphs: readonly Subgraph<Caller>[], mayBeKept: MayBeKept): DocumentPlans {
  const plans = recentlyUsed<DocumentPlan | typeof NONE>(MOST_KEPT);
  return {
    find(text) {
      const plan = plans.get(text);
      return plan === NONE ? undefined : plan;
    },
    remember({ text, document, operation, fields, cost }) {
      if (plans.get(text) !== undefined || !mayBeKept(document)) return;
      const run = preparedBy(subgraphs, document);
      const operationName = operation.name?.value;
      plans.set(text, run === undefined ? NONE : { operationName, fields, cost, run });
    },
  };
}

function preparedBy(
  subgraphs: readonly Subgraph<Caller>[],
  document: DocumentNode,
): PreparedOperation<Caller> | undefined {
  for (const subgraph of subgraphs) {
    const run = subgraph.prepare(document);
    if (run !== undefined) return run;
  }
  return undefined;
}
