import type { FastifyRequest } from 'fastify';
import type { Site } from './site.ts';

/** Origins whose pages may send this request: the site's, or on a custom host that host's alone. */
export function ownOriginsOf({ customHost, host }: FastifyRequest, site: Site): ReadonlySet<string> {
  return customHost === null ? site.origins : new Set([`${site.scheme}://${host.toLowerCase()}`]);
}
