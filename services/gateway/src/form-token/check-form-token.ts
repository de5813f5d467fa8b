import type { IncomingHttpHeaders } from 'node:http';
import { type FormTokens, PLACEHOLDER_SHRIMP } from './form-token.ts';

/** Whether one unsafe request passes the form token rule, and what its answer carries. */
export interface FormTokenVerdict {
  readonly isRefused: boolean;
  /** The `shrimp` of the answer: a new one for a known session, otherwise the placeholder. */
  readonly shrimp: string;
  /** A session to set, only with a refusal that a new session resolves. */
  readonly newSession?: string;
}

/** What the form token rule needs to know about the session of a request. */
export interface BoundSession {
  /** A known session of any kind. */
  readonly session: string | undefined;
  /** Whether a session cookie was sent that is no longer valid. */
  readonly isStale: boolean;
}

const FREE: FormTokenVerdict = { isRefused: false, shrimp: PLACEHOLDER_SHRIMP };

/** Whether the request comes, or must be assumed to come, from another site. */
export function isCrossSite(headers: IncomingHttpHeaders, ownOrigins: ReadonlySet<string>): boolean {
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  const { origin, referer = '' } = headers;
  if (origin !== undefined && !ownOrigins.has(origin)) return true;
  return referer !== '' && !ownOrigins.has(originOf(referer));
}

/**
 * Whether a request that comes from another site may act with what its browser holds for us. Only a cookie can do that: a
 * page cannot send `Authorization` without being allowed to, and a request with neither is a stranger's from anywhere. One
 * that names our origin, yet is marked as another site's, contradicts itself and is not believed.
 *
 * For rows where a cookie can count, of the dialects whose clients are pages and browser extensions of others; the flat
 * dialect refuses whatever `isCrossSite`, and where cookies are ignored there is nothing to borrow. Source: dialects 1.8.
 */
export function hasBorrowedAuthority(headers: IncomingHttpHeaders, ownOrigins: ReadonlySet<string>): boolean {
  const { authorization, cookie, origin } = headers;
  if (authorization !== undefined) return false;
  return cookie !== undefined || (origin !== undefined && ownOrigins.has(origin));
}

/** The token a request sent: header `O-Shrimp` or `Onetime-Shrimp`, else the body; the header wins. */
export function sentShrimp(headers: IncomingHttpHeaders, body: string | undefined): string | undefined {
  const header = headers['o-shrimp'] ?? headers['onetime-shrimp'];
  return typeof header === 'string' && header !== '' ? header : body;
}

/**
 * The rule for every unsafe method, whatever its path, once it is certain that the request comes from no other site: a
 * session cookie without a token of that session is refused. A request without any cookie (curl) needs no token.
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
 * The token for an answer given before the session was looked up. It grants nothing: it is bound to a value that the sender
 * already has, and is good only if that value turns out to be a session.
 */
export function freshFor(sentSession: string | undefined, tokens: FormTokens): string {
  return sentSession === undefined ? PLACEHOLDER_SHRIMP : tokens.issue(sentSession);
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? 'null';
}
