/**
 * Patterns of the pages that a customer's host serves, their parameter called `key`; everything else is on the site alone.
 *
 * Source  web reference 1.11; security 5.2
 */
export const customHostPages = ['/secret/:key', '/private/:key', '/private/:key/burn'] as const;

/** Gives the origin of a customer's host: scheme and port are the site's, so that links open on loopback too. */
export function customOriginsOf(siteOrigin: string): (host: string) => string {
  const { protocol, port } = new URL(siteOrigin);
  const end = port === '' ? '' : `:${port}`;
  return (host) => `${protocol}//${host}${end}`;
}
