import type { FastifyRequest } from 'fastify';
import type { EdgeParts } from '../edge-parts.ts';
import { checkFormToken, isCrossSite, sentShrimp } from '../form-token/check-form-token.ts';
import { ApiError } from '../http/api-error.ts';
import { actorOf } from '../session/actor-of.ts';
import type { Identify, IdentifyManner } from '../session/identify.ts';
import type { Identity } from '../session/identity.ts';
import { badCredential, csrf, notAuthorized } from './graph-errors.ts';

/** The scope that lets an API token send any document. */
const AD_HOC = 'graphql-adhoc';

/** Someone who may use the graph. */
export interface GraphGuest {
  readonly identity: Identity;
  /** By API token: may send documents that are not registered, and needs no form token. */
  readonly mayAskAnything: boolean;
}

/**
 * Decides whether a request may use the graph: other sites first, then the credential, its limit and its form token.
 *
 * Refuses  401 for a credential that is certainly invalid, stale cookies included; 403 for an API token without the
 *          scope, a missing form token, another site. Throws `RateLimited`, `OutageError`
 * Source   security 5.1, 5.6, 6.4
 */
export async function admitGuest(request: FastifyRequest, parts: EdgeParts): Promise<GraphGuest> {
  const guest = await knownGuest(request, parts, { extendsIdle: true });
  if (!guest.mayAskAnything) {
    const { session } = guest.identity;
    const shrimp = sentShrimp(request.headers, undefined);
    if (checkFormToken({ session, isStale: false }, shrimp, parts.tokens).isRefused) throw csrf();
  }
  return guest;
}

/**
 * The same without the form token, which does not come with every request.
 *
 * Refuses  as `admitGuest`, but for the form token
 */
export async function knownGuest(
  request: FastifyRequest,
  parts: EdgeParts,
  manner: IdentifyManner,
): Promise<GraphGuest> {
  const { headers } = request;
  const isByToken = headers.authorization !== undefined;
  if (!isByToken && isCrossSite(headers, parts.site.origins)) throw csrf();
  const identity = await identified(request, parts.identify, manner);
  await parts.limits.take('graphql', actorOf(identity));
  const { caller, kind } = identity;
  if (caller.kind === 'customer' && caller.credential.kind === 'token') {
    if (!caller.credential.scopes.includes(AD_HOC)) throw notAuthorized();
    return { identity, mayAskAnything: true };
  }
  if (kind === 'stale') throw badCredential();
  return { identity, mayAskAnything: false };
}

async function identified(request: FastifyRequest, identify: Identify, manner: IdentifyManner): Promise<Identity> {
  try {
    return await identify(request, manner);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) throw badCredential();
    throw error;
  }
}
