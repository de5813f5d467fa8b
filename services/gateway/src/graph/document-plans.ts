import type { PreparedOperation, Subgraph } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import { recentlyUsed } from '@onceover/service-kit/recently-used';
import type { DocumentNode } from 'graphql';
import type { LimitName } from '../limits/limit-table.ts';
import type { DocumentCost } from './document-cost.ts';
import { type MayBeKept, MOST_KEPT } from './kept-documents.ts';

/** How a document of clients runs straight on the one service that answers it. */
export interface DocumentPlan {
  readonly operationName: string | undefined;
  /** The limits of its fields, which are counted before it runs. */
  readonly fields: readonly LimitName[];
  readonly cost: DocumentCost;
  readonly run: PreparedOperation<Caller>;
}

/** Plans of documents by their text. */
export interface DocumentPlans {
  find(text: string): DocumentPlan | undefined;
  /** For a document that the server has accepted: what its plan is besides how it runs. */
  remember(text: string, document: DocumentNode, plan: Omit<DocumentPlan, 'run'>): void;
}

/**
 * Remembers a plan for each document that one service answers alone and that may be kept. The first request of a document
 * always goes through the server; so the server alone decides what is accepted.
 */
export function documentPlans(subgraphs: readonly Subgraph<Caller>[], mayBeKept: MayBeKept): DocumentPlans {
  // Null: the supergraph answers it.
  const plans = recentlyUsed<DocumentPlan | null>(MOST_KEPT);
  return {
    find: (text) => plans.get(text) ?? undefined,
    remember(text, document, plan) {
      if (plans.get(text) !== undefined || !mayBeKept(document)) return;
      const run = preparedBy(subgraphs, document);
      plans.set(text, run === undefined ? null : { ...plan, run });
    },
  };
}

/** How the one service that answers a document alone runs it; undefined if there is none. */
export function preparedBy(
  subgraphs: readonly Subgraph<Caller>[],
  document: DocumentNode,
): PreparedOperation<Caller> | undefined {
  for (const subgraph of subgraphs) {
    const run = subgraph.prepare(document);
    if (run !== undefined) return run;
  }
  return undefined;
}
