import type { IncomingHttpHeaders } from 'node:http';
import { type FormTokens, PLACEHOLDER_SHRIMP } from './form-token.ts';

/** What the form token rule says about one unsafe request, and what its answer carries. */
export interface FormTokenVerdict {
  readonly isRefused: boolean;
  /** The `shrimp` of the answer: fresh for a known session, else the placeholder. */
  readonly shrimp: string;
  /** A session to set, only with a refusal that a fresh session can cure. */
  readonly newSession?: string;
}

/** The session of a request, as far as form tokens care. */
export interface BoundSession {
  /** One that we know, of whatever kind. */
  readonly session: string | undefined;
  /** A session cookie came that is nobody's. */
  readonly isStale: boolean;
}

const FREE: FormTokenVerdict = { isRefused: false, shrimp: PLACEHOLDER_SHRIMP };

/** Whether the browser says, or must be taken to say, that another site sent this request. */
export function isCrossSite(headers: IncomingHttpHeaders, ownOrigins: ReadonlySet<string>): boolean {
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  const { origin, referer = '' } = headers;
  if (origin !== undefined && !ownOrigins.has(origin)) return true;
  return referer !== '' && !ownOrigins.has(originOf(referer));
}

/** The token a request sent: header `O-Shrimp` or `Onetime-Shrimp`, else the body; the header wins. */
export function sentShrimp(headers: IncomingHttpHeaders, body: string | undefined): string | undefined {
  const header = headers['o-shrimp'] ?? headers['onetime-shrimp'];
  return typeof header === 'string' && header !== '' ? header : body;
}

/**
 * The rule for every unsafe method, without exemptions by path, once the request is known to come from no other site:
 * refused when a session cookie comes without a token of that session. A request without any cookie (curl) needs none.
 *
 * Source  security 5.6; REST contract 1.4, 1.5. Requests with `Authorization` never get here.
 */
export function checkFormToken(
  { session, isStale }: BoundSession,
  shrimp: string | undefined,
  tokens: FormTokens,
): FormTokenVerdict {
  if (session !== undefined) return { isRefused: !tokens.isValid(shrimp, session), shrimp: tokens.issue(session) };
  if (!isStale) return FREE;
  const newSession = tokens.newAnonymousSession();
  return { isRefused: true, shrimp: tokens.issue(newSession), newSession };
}

/**
 * The token for an answer given before anybody looked whether the session is known. It grants nothing: it is bound to a
 * value the sender has, and works only where that value turns out to be a session.
 */
export function freshFor(sentSession: string | undefined, tokens: FormTokens): string {
  return sentSession === undefined ? PLACEHOLDER_SHRIMP : tokens.issue(sentSession);
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? 'null';
}
