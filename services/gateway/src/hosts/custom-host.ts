import { isIP } from 'node:net';
import { customHostPages } from '@onceover/schema/web/custom-hosts';
import type { Site } from '../http/site.ts';

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const LONGEST = 253;

/**
 * The name in a `Host` header if it could be a customer's domain, in lower case and without the site's port; undefined for
 * anything else: addresses, single labels, malformed names, other ports.
 */
export function customHostName(header: string | undefined, site: Site): string | undefined {
  const [, name = '', port] = /^([^:@/\s]+)(?::(\d{1,5}))?$/.exec(header?.toLowerCase() ?? '') ?? [];
  if (name === '' || name.length > LONGEST) return undefined;
  if (port !== undefined && port !== portOf(site)) return undefined;
  const labels = name.split('.');
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label));
  // The last label of a domain is never a number; this excludes every way to write an IPv4 address.
  const isAddress = isIP(name) !== 0 || /^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '');
  return isName && !isAddress ? name : undefined;
}

function portOf({ host, scheme }: Site): string {
  return /:(\d+)$/.exec(host)?.[1] ?? (scheme === 'https' ? '443' : '80');
}

/** Patterns of the routes that custom hosts serve, with every parameter called `key`. */
const SERVED = new Set<string>([
  ...customHostPages,
  '/receipt/:key',
  '/metadata/:key',
  '/api/v2/secret/:key',
  '/api/v2/secret/:key/acknowledge',
  '/api/v2/private/:key',
  '/api/v2/private/:key/burn',
  '/dist/*',
  '/favicon.ico',
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/unfurl.png',
]);

/**
 * Whether custom hosts serve a route: the secret pages, the calls they make, and their files. It depends on the matched
 * route, so no spelling of a path gets around it.
 */
export function isServedOnCustomHosts(pattern: string | undefined): boolean {
  return pattern !== undefined && SERVED.has(pattern.replace(/:\w+/, ':key'));
}
