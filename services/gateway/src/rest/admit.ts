import type { AnswerContext, Dialects, Exchange } from '../answers/answer-context.ts';
import type { DialectName } from '../answers/choose-dialect.ts';
import type { RestAnswers } from '../answers/rest-answers.ts';
import { freshFor, hasBorrowedAuthority, isCrossSite } from '../form-token/check-form-token.ts';
import { ownOriginsOf } from '../hosts/check-host.ts';
import { badShrimp, guestRoutesDisabled, notAvailable } from '../http/api-error.ts';
import type { GatewayRequest } from '../http/gateway-request.ts';
import { networkOf } from '../http/network.ts';
import type { RequestEnds } from '../http/request-ends.ts';
import { actorOf } from '../session/actor-of.ts';
import { noCookies, type SentCookies } from '../session/cookies.ts';
import { visitorOf } from '../session/identify.ts';
import type { Identity } from '../session/identity.ts';
import { isUnsafe, type RestRoute, type RestTools } from './rest-route.ts';

/** What the pipeline needs in addition to the rows' tools. */
export interface RestEdge extends RestTools {
  readonly ends: RequestEnds;
  readonly answers: RestAnswers;
  readonly dialects: Dialects;
  readonly isOpen: Readonly<Record<Exclude<DialectName, 'd18'> | 'guest', boolean>>;
}

/** Who sent a request, once its limits are taken. */
export interface Admitted {
  readonly identity: Identity;
  readonly isFromOtherSite: boolean;
}

/** Takes the limits of a request, by its headers alone, and finds out who sent it. Throws what is refused before its body is read. */
export async function admit(route: RestRoute, edge: RestEdge, { request, context }: Exchange): Promise<Admitted> {
  refuseClosed(route, edge, request);
  if (route.limit !== undefined) await edge.limits.take(route.limit, { network: networkOf(request.ip) });
  const isFromOtherSite = cameFromOtherSite(route, edge, request);
  if (isFromOtherSite && route.answersWithoutToken !== true && mayBorrow(route, edge, request)) {
    context.shrimp = freshFor(cookiesOf(request, edge, context).session, edge.tokens);
    throw badShrimp();
  }
  const identity = await identify(route, edge, request, isFromOtherSite);
  if (route.limit !== undefined) await edge.limits.take(route.limit, actorOf(identity));
  return { identity, isFromOtherSite };
}

/** Of a path that is repeated to whoever sent it. */
const LONGEST_PATH = 200;

/** Throws for a dialect, or guest paths, that this installation has switched off. */
function refuseClosed(
  { dialect = 'd18', credentials, path }: RestRoute,
  { isOpen }: RestEdge,
  request: GatewayRequest,
) {
  if (dialect !== 'd18' && !isOpen[dialect])
    throw notAvailable((request.url.split('?', 1)[0] ?? path).slice(0, LONGEST_PATH));
  if (credentials === 'none' && !isOpen.guest) throw guestRoutesDisabled();
}

/**
 * Whether a request from another site is refused: always where D18 alone is spoken, otherwise only if it can borrow something. A path that
 * two dialects share is decided by the body; until then such a request is a visitor's, and refused afterwards if it speaks D18.
 */
function mayBorrow(route: RestRoute, { site }: RestEdge, request: GatewayRequest): boolean {
  if (speaksD18(route) && route.sharesPath !== true) return true;
  return hasBorrowedAuthority(request.headers, ownOriginsOf(request, site));
}

/** A request from another site must not even keep a session alive, so the session is not looked up. */
async function identify(
  { credentials = 'all', extendsIdle = true }: RestRoute,
  edge: RestEdge,
  request: GatewayRequest,
  isFromOtherSite: boolean,
): Promise<Identity> {
  if (credentials === 'all') {
    return isFromOtherSite ? visitorOf(request, edge.originOf) : await edge.identify(request, { extendsIdle });
  }
  const isToken = credentials === 'token' && request.headers.authorization !== undefined;
  return isToken ? await edge.identify(request, { extendsIdle }) : asProgram(visitorOf(request, edge.originOf));
}

/** Rows that know no cookies are for programs, whatever else a browser sends along. */
function asProgram(identity: Identity): Identity {
  const { caller } = identity;
  return { ...identity, caller: { ...caller, origin: { ...caller.origin, surface: 'api' } } };
}

/**
 * By the browser's own headers. Only unsafe methods are checked, and only where a cookie can count: not with `Authorization`, which no
 * other site can send.
 */
function cameFromOtherSite(route: RestRoute, { site }: RestEdge, request: GatewayRequest): boolean {
  const { credentials = 'all' } = route;
  if (!isUnsafe(route) || credentials !== 'all' || request.headers.authorization !== undefined) return false;
  return isCrossSite(request.headers, ownOriginsOf(request, site));
}

/** The cookies of a request, where they count. */
export function cookiesOf(
  { headers }: GatewayRequest,
  { cookies }: RestEdge,
  { isCookieless }: AnswerContext,
): SentCookies {
  return isCookieless ? noCookies : cookies.read(headers.cookie);
}

/** Whether a row speaks our own dialect. */
export const speaksD18 = ({ dialect = 'd18' }: RestRoute) => dialect === 'd18';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for a request with a long body, whose limits are taken before it is received. */
    admitted: Admitted | null;
  }
}
