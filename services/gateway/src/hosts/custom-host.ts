import { isIP } from 'node:net';
import type { Site } from './site.ts';

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const LONGEST = 253;

/**
 * The host name of a `Host` header that could be a customer's domain, lower case, without a port of ours; undefined for
 * everything else: addresses, single labels, names that are no names, foreign ports.
 */
export function customHostName(header: string | undefined, site: Site): string | undefined {
  const [, name = '', port] = /^([^:@/\s]+)(?::(\d{1,5}))?$/.exec(header?.toLowerCase() ?? '') ?? [];
  if (name === '' || name.length > LONGEST) return undefined;
  if (port !== undefined && port !== portOf(site)) return undefined;
  const labels = name.split('.');
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label));
  // The last label of a name is never a number; that keeps every way to write an IPv4 address out.
  const isAddress = isIP(name) !== 0 || /^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '');
  return isName && !isAddress ? name : undefined;
}

function portOf({ host, scheme }: Site): string {
  return /:(\d+)$/.exec(host)?.[1] ?? (scheme === 'https' ? '443' : '80');
}

/** Patterns of the routes that custom hosts serve, whatever their parameter is called. */
const SERVED = new Set([
  '/secret/:key',
  '/private/:key',
  '/private/:key/burn',
  '/api/v2/secret/:key',
  '/api/v2/secret/:key/acknowledge',
  '/api/v2/private/:key',
  '/api/v2/private/:key/burn',
  '/dist/*',
  '/favicon.ico',
  '/favicon.svg',
]);

/**
 * Whether a route is served on custom hosts: the pages of a secret, their calls, and the files of both. It goes by the
 * route that was matched, so no spelling of a path leads anywhere else.
 */
export function isServedOnCustomHosts(pattern: string | undefined): boolean {
  return pattern !== undefined && SERVED.has(pattern.replace(/:\w+/, ':key'));
}
