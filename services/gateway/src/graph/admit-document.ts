import { sha256 } from '@onceover/service-kit/crypto';
import { documentLimits } from './document-rules.ts';
import { badInput, notRegistered } from './graph-errors.ts';

/** Lets a body of a GraphQL request pass, or throws the error that answers it. */
export type AdmitDocument = (body: unknown) => void;

/**
 * Refuses documents that are too long and, where only registered ones run, all others.
 * `registered` undefined: any document, for loopback only. Whatever is no document is left to the server's own words.
 */
export function documentAdmission(registered: readonly string[] | undefined): AdmitDocument {
  const known = registered === undefined ? undefined : new Set(registered.map(fingerprint));
  return (body) => {
    const query = typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
    if (typeof query === 'string' && query.length > documentLimits.characters)
      throw badInput('The document is too long');
    if (known === undefined) return;
    if (typeof query !== 'string' || !known.has(fingerprint(query))) throw notRegistered();
  };
}

function fingerprint(document: string): string {
  return sha256(document.trim()).toString('base64url');
}
