import { resolveHost } from '@onceover/schema/internal/custom-domains';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { misdirected, notFound } from '../http/api-error.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { networkOf } from '../session/network.ts';
import { customHostName, isServedOnCustomHosts } from './custom-host.ts';
import type { Site } from './site.ts';

/** What decides about hosts. */
export interface HostParts {
  readonly site: Site;
  readonly ask: AskInternal;
  readonly limits: RequestLimits;
  readonly features: { readonly domains: boolean };
}

/**
 * Refuses requests for hosts that are neither ours nor a customer's, before anything else looks at them: a foreign name in
 * a link or a cookie is worth more to an attacker than to anybody else. Health checks come by address and carry nothing.
 *
 * On a customer's verified host only the pages of secrets are served, without any session; it is asked for anew at each
 * request, so that links stop working with the removal. An outage is 503, never "unknown".
 */
export function checkHost(app: FastifyInstance, parts: HostParts): void {
  app.decorateRequest('customHost', null);
  const { hosts } = parts.site;
  app.addHook('onRequest', (request, _reply, done) => {
    const isOurs = hosts.has(request.host) || hosts.has(request.host?.toLowerCase());
    if (isOurs || request.url.startsWith('/health/')) done();
    else checkCustomHost(request, parts).then(() => done(), done);
  });
}

async function checkCustomHost(request: FastifyRequest, { site, ask, limits, features }: HostParts): Promise<void> {
  const name = features.domains ? customHostName(request.host, site) : undefined;
  if (name === undefined) throw misdirected();
  await limits.take('customHost', { network: networkOf(request.ip) });
  const { isVerified } = await ask(resolveHost, { host: name });
  if (!isVerified) throw misdirected();
  request.customHost = name;
  if (!isServedOnCustomHosts(request.routeOptions.url)) throw notFound();
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Name of the customer's host that is asked; null on the site itself. */
    customHost: string | null;
  }
}

/** Origins whose pages may send this request: the site's, or on a custom host that host's alone. */
export function ownOriginsOf({ customHost, host }: FastifyRequest, site: Site): ReadonlySet<string> {
  return customHost === null ? site.origins : new Set([`${site.scheme}://${host.toLowerCase()}`]);
}
