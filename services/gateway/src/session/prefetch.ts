import type { IncomingHttpHeaders } from 'node:http';

/** Whether a browser fetches ahead of the user, who has done nothing yet. */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? headers['x-purpose'];
  return typeof purpose === 'string' && /prefetch|prerender|preview/i.test(purpose);
}
