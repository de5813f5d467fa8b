import { resolveHost } from '@onceover/schema/internal/custom-domains';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EdgeParts } from '../edge-parts.ts';
import { misdirected } from '../http/api-error.ts';
import type { GatewayRequest } from '../http/gateway-request.ts';
import { networkOf } from '../http/network.ts';
import { namesSeveralHosts, type Site } from '../http/site.ts';
import { customHostName, isServedOnCustomHosts } from './custom-host.ts';

/**
 * Refuses requests for hosts that are neither the site's nor a customer's, before anything else happens to them: a foreign
 * name in a link or a cookie helps nobody but an attacker. So does a second name, of which a proxy or a cache may have taken
 * the other one. Health checks come by address and carry nothing.
 *
 * A customer's verified host serves only the secret pages, without any session. Each request checks the host anew, so links
 * stop working as soon as it is removed. An outage is 503, never "unknown".
 */
export function checkHost(app: FastifyInstance, parts: EdgeParts): void {
  app.decorateRequest('customHost', null);
  const { hosts } = parts.site;
  app.addHook('onRequest', (request, reply, done) => {
    const isOurs = hosts.has(request.host) || hosts.has(request.host?.toLowerCase());
    if (namesSeveralHosts(request.raw)) return done(misdirected());
    if (isOurs || request.url.startsWith('/health/')) done();
    else
      checkCustomHost(request, parts).then(
        (isServed) => (isServed || request.is404 ? done() : reply.callNotFound()),
        done,
      );
  });
}

/** Whether the host serves what was asked for; if not, the answer is the same 404 as for a path that does not exist. */
async function checkCustomHost(request: FastifyRequest, { site, ask, limits, features }: EdgeParts): Promise<boolean> {
  const name = features.domains ? customHostName(request.host, site) : undefined;
  if (name === undefined) throw misdirected();
  await limits.take('customHost', { network: networkOf(request.ip) });
  const { isVerified } = await ask(resolveHost, { host: name });
  if (!isVerified) throw misdirected();
  request.customHost = name;
  return isServedOnCustomHosts(request.routeOptions.url);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The customer's host that the request is for; null on the site itself. */
    customHost: string | null;
  }
}

/** Origins whose pages may send this request: the site's, or on a custom host only that host's. */
export function ownOriginsOf({ customHost, host }: GatewayRequest, site: Site): ReadonlySet<string> {
  return customHost === null ? site.origins : new Set([`${site.scheme}://${host.toLowerCase()}`]);
}
