import { codeOf } from '@onceover/service-kit/errors';
import { tlsTrouble } from '@onceover/service-kit/tls';

const NOBODY = new Set(['ECONNREFUSED', 'ENOENT']);
const UNKNOWN_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN']);
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

/** Why a service could not be asked, in words for whoever runs both. */
export function troubleOf(error: unknown, { host, protocol }: Pick<URL, 'host' | 'protocol'>): string {
  const code = codeOf(error) ?? '';
  if (NOBODY.has(code)) return `nothing listens at ${host} (${code})`;
  if (UNKNOWN_NAME.has(code)) return `the name of ${host} cannot be resolved (${code})`;
  const tls = tlsTrouble(error);
  if (tls !== undefined) return `${host} cannot be trusted or asked: ${tls} (${code})`;
  if (CLOSED.has(code)) return `${host} closed the connection: ${hintFor(protocol)} (${code})`;
  return `${host} does not answer (${code === '' && error instanceof Error ? error.message : code})`;
}

/** What a server that ends a connection without a word may have had against it. */
function hintFor(protocol: string): string {
  return protocol === 'https:'
    ? 'its log says whether it refuses the certificate of this process'
    : 'it ended, or it has mutual TLS and its address begins with https://';
}
