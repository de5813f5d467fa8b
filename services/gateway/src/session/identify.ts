import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import type { CustomerFacts } from '@onceover/schema/internal/customer';
import { resolveSession } from '@onceover/schema/internal/resolve-session';
import { resolveToken } from '@onceover/schema/internal/resolve-token';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { FormTokens } from '../form-token/form-token.ts';
import { notAuthorized } from '../http/api-error.ts';
import type { GatewayRequest } from '../http/gateway-request.ts';
import { networkOf } from '../http/network.ts';
import { RateLimited, type RequestLimits } from '../limits/request-limits.ts';
import { readBasicCredential } from './basic-credential.ts';
import type { ColonelGate } from './colonel-gate.ts';
import type { SentCookies, SiteCookies } from './cookies.ts';
import { type Identity, visitor } from './identity.ts';
import type { OriginOf } from './origin-of.ts';
import { isPrefetch } from './prefetch.ts';
import { userAgentFamily } from './user-agent-family.ts';

export interface IdentifyParts {
  readonly ask: AskInternal;
  readonly cookies: SiteCookies;
  readonly tokens: FormTokens;
  readonly limits: RequestLimits;
  readonly originOf: OriginOf;
  readonly colonelGate: ColonelGate;
}

/**
 * Finds out who is asking: by `Authorization`, otherwise by cookies, otherwise a visitor. Nothing is remembered between
 * requests, so a session that was ended is invalid from the next one on.
 *
 * Refuses  403 for an invalid credential, even where visitors are allowed; `RateLimited` after too many invalid ones.
 *          Throws `OutageError` when accounts cannot answer: an outage signs nobody out
 * Source   REST contract 1.4; security 5.1
 */
export type Identify = (request: GatewayRequest, manner: IdentifyManner) => Promise<Identity>;

export interface IdentifyManner {
  /** Whether somebody did something, so that an idle session lasts longer. */
  readonly extendsIdle: boolean;
  /** Whether a remember-me cookie may be exchanged for a session; false where the answer cannot set the new ones. */
  readonly redeems?: boolean;
}

/** The request as that of a visitor, whatever credentials it carries. */
export function visitorOf(request: GatewayRequest, originOf: OriginOf): Identity {
  const network = networkOf(request.ip);
  return visitor({ kind: 'anonymous', network, requestId: request.id, origin: originOf(request, network) });
}

export function identifier(parts: IdentifyParts): Identify {
  return async (request, { extendsIdle, redeems = true }) => {
    const { caller: stranger } = visitorOf(request, parts.originOf);
    const { authorization, cookie } = request.headers;
    if (authorization !== undefined) return await byToken(authorization, request, stranger, parts);
    if (cookie === undefined || request.customHost !== null) return visitor(stranger);
    const read = parts.cookies.read(cookie);
    const sent = redeems ? read : { ...read, rememberMe: undefined };
    const nobody = withMark(stranger, sent.signUpMark);
    const isOwnSession = parts.tokens.isAnonymousSession(sent.session);
    if (sent.rememberMe === undefined) {
      if (sent.session === undefined) return visitor(nobody);
      if (isOwnSession) return { ...visitor(nobody), kind: 'anonymous', session: sent.session };
    }
    const asked = { ...sent, session: isOwnSession ? undefined : sent.session };
    const found = await bySession(asked, extendsIdle && isDoing(request.headers), { request, nobody, parts });
    if (found.kind !== 'none' && found.kind !== 'stale') return found;
    return isOwnSession ? { ...found, kind: 'anonymous', session: sent.session } : found;
  };
}

async function byToken(header: string, request: GatewayRequest, nobody: Caller, parts: IdentifyParts) {
  // There are no accounts on custom hosts.
  if (request.customHost !== null) throw notAuthorized();
  const { network } = nobody;
  const found = await parts.ask(resolveToken, { ...readBasicCredential(header), network });
  if (found.kind === 'limited') throw new RateLimited(found.retryAfterSeconds);
  if (found.kind === 'refused') throw notAuthorized();
  await parts.limits.take('token', { network, account: found.ref });
  const { ref, scopes } = found;
  // An API token never counts as a second factor.
  const facts = { ...found.customer, hasSecondFactor: false };
  const caller = customerCaller(nobody, facts, { kind: 'token', ref, scopes });
  const locale = found.customer.locale ?? undefined;
  return { kind: 'token', caller, session: undefined, locale } satisfies Identity;
}

async function bySession(
  sent: SentCookies,
  extendsIdle: boolean,
  { request, nobody, parts }: { request: GatewayRequest; nobody: Caller; parts: IdentifyParts },
): Promise<Identity> {
  const { cookies, ask } = parts;
  const { session, issued, forgetsRememberMe } = await ask(resolveSession, {
    sessionId: bounded(sent.session),
    rememberMe: bounded(sent.rememberMe),
    userAgentFamily: userAgentFamily(request.headers['user-agent']),
    extendsIdle,
    asker: { requestId: nobody.requestId, origin: nobody.origin },
  });
  // Kept on the request, so that any answer to it sets them: a remember-me cookie can be exchanged only once.
  if (issued !== null) {
    request.issuedCookies = [cookies.sessionCookie(issued.sessionId), cookies.rememberMeCookie(issued.rememberMe)];
  } else if (forgetsRememberMe && sent.rememberMe !== undefined) request.issuedCookies = [cookies.rememberMeRemoved];
  if (session === null) {
    return { ...visitor(nobody), kind: sent.session === undefined ? 'none' : 'stale' };
  }
  const bound = issued?.sessionId ?? sent.session;
  if (session.isWaiting) return { ...visitor(nobody), kind: 'waiting', session: bound };
  const caller = customerCaller(nobody, gated(session.customer, request, parts), { kind: 'session', ref: session.ref });
  return { kind: 'customer', caller, session: bound, locale: session.customer.locale ?? undefined };
}

/** Outside the gate nobody is a colonel. */
function gated(facts: CustomerFacts, request: GatewayRequest, { colonelGate }: IdentifyParts): CustomerFacts {
  return facts.role === 'colonel' && !colonelGate(request) ? { ...facts, role: 'customer' } : facts;
}

function customerCaller(
  nobody: Caller,
  facts: CustomerFacts,
  credential: CustomerCaller['credential'],
): CustomerCaller {
  const { accountRef, custid, planId, role, hasSecondFactor, provenAt } = facts;
  const proof = provenAt === undefined ? {} : { provenAt };
  return { ...nobody, kind: 'customer', accountRef, custid, planId, role, hasSecondFactor, ...proof, credential };
}

/** A mark too long to be one of ours is none. */
function withMark(caller: Caller, mark: string | undefined): Caller {
  return mark === undefined || mark.length > 100 ? caller : { ...caller, signUpMark: mark };
}

/** Whether a person did something: not a prefetch, and not a request that a page makes by itself. */
function isDoing(headers: IncomingHttpHeaders): boolean {
  return !isPrefetch(headers) && headers['o-background'] === undefined;
}

/** A value too long to be genuine belongs to nobody; accounts need not see it. */
function bounded(value: string | undefined): string | null {
  if (value === undefined) return null;
  return value.length > 300 ? '' : value;
}
