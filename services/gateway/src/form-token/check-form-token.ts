import type { IncomingHttpHeaders } from 'node:http';
import type { Site } from '../hosts/site.ts';
import { type FormTokens, PLACEHOLDER_SHRIMP } from './form-token.ts';

/** What the form token rule says about one unsafe request, and what its answer carries. */
export interface FormTokenVerdict {
  readonly isRefused: boolean;
  /** The `shrimp` of the answer: fresh for a known session, else the placeholder. */
  readonly shrimp: string;
  /** A session to set, only with a refusal that a fresh session can cure. */
  readonly newSession?: string;
}

const FREE: FormTokenVerdict = { isRefused: false, shrimp: PLACEHOLDER_SHRIMP };

/** Whether the browser says, or must be taken to say, that another site sent this request. */
export function isCrossSite(headers: IncomingHttpHeaders, site: Site): boolean {
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  if (headers.origin !== undefined) return !site.origins.has(headers.origin);
  return headers.referer !== undefined && !site.origins.has(originOf(headers.referer));
}

/** The token a request sent: header `O-Shrimp` or `Onetime-Shrimp`, else the body; the header wins. */
export function sentShrimp(headers: IncomingHttpHeaders, body: string | undefined): string | undefined {
  const header = headers['o-shrimp'] ?? headers['onetime-shrimp'];
  return typeof header === 'string' && header !== '' ? header : body;
}

/**
 * The rule for every unsafe method, without exemptions by path: refused when another site sent it, or when a session
 * cookie comes without a token of that session. A request without any cookie (curl) needs no token.
 *
 * Source  security 5.6; REST contract 1.4, 1.5. Requests with `Authorization` never get here.
 */
export function checkFormToken(
  request: { headers: IncomingHttpHeaders; session: string | undefined; shrimp: string | undefined },
  tokens: FormTokens,
  site: Site,
): FormTokenVerdict {
  const { session } = request;
  if (isCrossSite(request.headers, site)) return { isRefused: true, shrimp: freshFor(session, tokens) };
  if (session === undefined) return FREE;
  if (!tokens.isKnownSession(session)) {
    const newSession = tokens.newAnonymousSession();
    return { isRefused: true, shrimp: tokens.issue(newSession), newSession };
  }
  return { isRefused: !tokens.isValid(request.shrimp, session), shrimp: tokens.issue(session) };
}

/** The token for an answer given before, or without, the check. */
export function freshFor(session: string | undefined, tokens: FormTokens): string {
  return tokens.isKnownSession(session) ? tokens.issue(session) : PLACEHOLDER_SHRIMP;
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? 'null';
}
