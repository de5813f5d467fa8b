import { sha256 } from '@onceover/service-kit/crypto';
import { recentlyUsed } from '@onceover/service-kit/recently-used';
import { type DocumentNode, GraphQLError, Kind, parse, print, visit } from 'graphql';
import { documentLimits } from './document-rules.ts';
import { badInput, notRegistered } from './graph-errors.ts';

/** Accepts the body of a GraphQL request, or throws the error to answer with. `isFree`: this caller may send any document. */
export type AdmitDocument = (body: unknown, isFree: boolean) => void;

/** Texts that are not read again. Some are the same document in other spacing, of which anybody can make more. */
const REMEMBERED = 500;

/**
 * Refuses documents that are too long and, if there is a register, those that are not in it. Without one any document is
 * accepted, which is for loopback only. A body that holds no document is left for the server to refuse.
 */
export function documentAdmission(registered: readonly string[] | undefined): AdmitDocument {
  const known = registered === undefined ? undefined : new Set(registered.map(fingerprint));
  const admitted = recentlyUsed<true>(REMEMBERED);
  return (body, isFree) => {
    const query = typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
    if (typeof query === 'string' && query.length > documentLimits.characters)
      throw badInput('The document is too long');
    if (known === undefined || isFree) return;
    if (typeof query !== 'string') throw notRegistered();
    if (admitted.get(query)) return;
    const asked = fingerprint(query);
    if (asked === undefined || !known.has(asked)) throw notRegistered();
    // Equal to a registered one in all but spacing, except for comments, which may say anything.
    if (!query.includes('#')) admitted.set(query, true);
  };
}

/**
 * Identifies a document by what it asks, regardless of its spacing and of any `__typename` that a client added to its
 * selections, as Apollo Client does. Undefined for a text that is not a document.
 */
function fingerprint(document: string): string | undefined {
  try {
    const parsed = parse(document, { noLocation: true, maxTokens: documentLimits.tokens });
    return sha256(print(withoutTypenames(parsed))).toString('base64url');
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

function withoutTypenames(document: DocumentNode): DocumentNode {
  return visit(document, {
    SelectionSet(node) {
      const selections = node.selections.filter(
        (selection) => selection.kind !== Kind.FIELD || selection.name.value !== '__typename' || selection.alias,
      );
      // This asks for nothing but `__typename`; without it the selection would be empty.
      return selections.length === 0 ? undefined : { ...node, selections };
    },
  });
}
