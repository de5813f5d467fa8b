import { sha256 } from '@onceover/service-kit/crypto';
import { type DocumentNode, GraphQLError, Kind, parse, print, visit } from 'graphql';
import { documentLimits } from './document-rules.ts';
import { badInput, notRegistered } from './graph-errors.ts';

/** Lets a body of a GraphQL request pass, or throws the error that answers it. `isFree`: this caller may send any document. */
export type AdmitDocument = (body: unknown, isFree: boolean) => void;

const REMEMBERED = 500;

/**
 * Refuses documents that are too long and, where only registered ones run, all others.
 * `registered` undefined: any document, for loopback only. Whatever is no document is left to the server's own words.
 */
export function documentAdmission(registered: readonly string[] | undefined): AdmitDocument {
  const known = registered === undefined ? undefined : new Set(registered.map(fingerprint));
  const admitted = new Set<string>();
  return (body, isFree) => {
    const query = typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
    if (typeof query === 'string' && query.length > documentLimits.characters)
      throw badInput('The document is too long');
    if (known === undefined || isFree) return;
    if (typeof query !== 'string') throw notRegistered();
    if (admitted.has(query)) return;
    const asked = fingerprint(query);
    if (asked === undefined || !known.has(asked)) throw notRegistered();
    if (admitted.size < REMEMBERED) admitted.add(query);
  };
}

/**
 * A name for what a document asks, whatever its spacing and whether a client added `__typename` to its selections, as
 * Apollo Client does. Undefined for what is no document.
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
      // Nothing but `__typename` was asked here; without it there would be no selection at all.
      return selections.length === 0 ? undefined : { ...node, selections };
    },
  });
}
