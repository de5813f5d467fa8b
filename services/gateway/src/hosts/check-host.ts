import type { FastifyInstance } from 'fastify';
import { misdirected } from '../rest/api-error.ts';
import type { Site } from './site.ts';

/**
 * Refuses requests for hosts that are not ours, before anything else looks at them: a foreign name in a link or a
 * cookie is worth more to an attacker than to anybody else. Health checks come by address and carry nothing.
 */
export function checkHost(app: FastifyInstance, site: Site): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isOurs = site.hosts.has(request.host) || site.hosts.has(request.host?.toLowerCase());
    if (isOurs || request.url.startsWith('/health/')) done();
    else done(misdirected());
  });
}
