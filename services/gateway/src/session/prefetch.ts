import type { IncomingHttpHeaders } from 'node:http';

/** Whether a browser is prefetching: the user has not done anything yet. */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? headers['x-purpose'];
  return typeof purpose === 'string' && /prefetch|prerender|preview/i.test(purpose);
}
