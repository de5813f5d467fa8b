import { signOut } from '@onceover/schema/internal/sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EdgeParts } from '../edge-parts.ts';
import { send } from '../http/send.ts';
import { CLEAR_SITE_DATA } from '../session/cookies.ts';
import { visitorOf } from '../session/identify.ts';
import { isPrefetch } from '../session/prefetch.ts';

/**
 * Whether a GET of /logout is what this user wants: the browser says that the link was on one of our pages, or typed. A
 * request from another site, a prefetch, and a browser that says nothing get the page that asks first. Source: REST
 * contract 8; security T15
 */
export function isWishToSignOut({ method, headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return method === 'GET' && (site === 'same-origin' || site === 'none') && !isPrefetch(headers);
}

/** Ends the session and its remember-me, removes both cookies and redirects to the front page. */
export async function signOutByLink(request: FastifyRequest, reply: FastifyReply, parts: EdgeParts): Promise<void> {
  const { session, rememberMe } = parts.cookies.read(request.headers.cookie);
  const isVisitors = session === undefined || parts.tokens.isAnonymousSession(session);
  const input = { sessionId: isVisitors ? null : session, rememberMe: rememberMe ?? null };
  const { caller } = visitorOf(request, parts.originOf);
  if (input.sessionId !== null || input.rememberMe !== null) {
    await parts.ask(signOut, { ...input, caller });
  }
  const cookies = parts.cookies.removed.flatMap((cookie) => ['Set-Cookie', cookie]);
  const moreHeaders = [...cookies, ...CLEAR_SITE_DATA, 'Location', '/'];
  send(request, reply, { status: 302, headers: parts.headers.html, body: '', moreHeaders });
}
