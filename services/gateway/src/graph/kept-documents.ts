import type { ApolloServerOptions } from '@apollo/server';
import { holdsValues } from '@onceover/graphql-kit/documents';
import { recentlyUsed } from '@onceover/service-kit/recently-used';
import type { DocumentNode } from 'graphql';
import type { GraphContext } from './supergraph.ts';

/** Whether a document may be remembered after its request. */
export type MayBeKept = (document: DocumentNode) => boolean;

/** More than there are registered ones; a document with its tree is up to 300 KB. */
export const MOST_KEPT = 100;

/**
 * A document is kept if it is one of ours, letter for letter, or if it holds names alone and all its values come in
 * variables. A value or a comment in its text may be a secret, and what is kept outlives the request.
 */
export function documentKeeping(ours: readonly string[]): MayBeKept {
  const known = new Set(ours);
  return (document) => known.has(textOf(document)) || holdsNamesAlone(document);
}

/** Documents that were parsed and validated, for the server not to do it again. */
export function keptDocuments(mayBeKept: MayBeKept): NonNullable<ApolloServerOptions<GraphContext>['documentStore']> {
  const kept = recentlyUsed<DocumentNode>(MOST_KEPT);
  return {
    get: async (key) => kept.get(key),
    async set(key, document) {
      if (mayBeKept(document)) kept.set(key, document);
    },
    // Asked for by the interface, used by nobody: a document does not change.
    delete: async () => false,
  };
}

function holdsNamesAlone(document: DocumentNode): boolean {
  // Without a text in quotes, it is the mark of a comment.
  return !textOf(document).includes('#') && !holdsValues(document);
}

function textOf({ loc }: DocumentNode): string {
  if (loc === undefined) throw new Error('a document without its text');
  return loc.source.body;
}
