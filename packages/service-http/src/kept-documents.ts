import { holdsValues } from '@onceover/graphql-kit/documents';
import type { PreparedOperation, Subgraph } from '@onceover/graphql-kit/subgraph';
import { sha256 } from '@onceover/service-kit/crypto';
import { recentlyUsed } from '@onceover/service-kit/recently-used';
import { type DocumentNode, parse } from 'graphql';
import type { OperationQuestion } from './protocol.ts';

/** More than are asked by one edge: its own, those of its pages, and what it plans of them. */
export const MOST_KEPT = 500;

/** A document as the service that answers it has it. */
export interface KnownDocument<Caller> {
  readonly document: DocumentNode;
  /** Undefined for one that is not covered, or was not asked to be prepared. */
  readonly run: PreparedOperation<Caller> | undefined;
}

/** What a document is called by those who ask it again and again. */
export function nameOfDocument(text: string): string {
  return sha256(text).toString('base64url');
}

/**
 * Reads the documents of questions, each once: parsed and prepared, it is kept by the hash of its text. One with values in its
 * text is never kept, whoever asks for it.
 */
export function documentsOf<Caller>(subgraph: Subgraph<Caller>) {
  const kept = recentlyUsed<KnownDocument<Caller>>(MOST_KEPT);
  const read = (text: string, isPrepared: boolean): KnownDocument<Caller> => {
    const document = parse(text);
    return { document, run: isPrepared ? subgraph.prepare(document) : undefined };
  };
  /** Undefined where the question has no text and none is kept. Throws a `GraphQLError` for what is no document. */
  return ({ hash, text, isPrepared }: OperationQuestion): KnownDocument<Caller> | undefined => {
    const name = hash === undefined ? undefined : `${isPrepared ? 'prepared' : 'executed'} ${hash}`;
    const known = name === undefined ? undefined : kept.get(name);
    if (known !== undefined || text === undefined) return known;
    const found = read(text, isPrepared);
    if (name !== undefined && hash === nameOfDocument(text) && !holdsValues(found.document)) kept.set(name, found);
    return found;
  };
}
