import { ProxyAgent, fetch as undiciFetch } from 'undici';
import type { Environment } from './config.ts';
import { usage } from './failure.ts';

/**
 * The `fetch` for a server: the platform's, or one that goes through the proxy of the environment. Node 20 does not read `HTTPS_PROXY`
 * by itself.
 */
export function fetchFor(server: string, { proxies }: Environment): typeof globalThis.fetch {
  const url = new URL(server);
  const proxy = url.protocol === 'https:' ? proxies.https : proxies.http;
  if (proxy === undefined || isDirect(url, proxies.none)) return globalThis.fetch;
  const address = proxy.includes('://') ? proxy : `http://${proxy}`;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw usage('HTTPS_PROXY is not the address of an HTTP proxy, such as http://proxy.example:3128.');
  }
  const dispatcher = new ProxyAgent({ uri: address, proxyTunnel: true });
  return ((input, init) =>
    undiciFetch(input as string, { ...(init as object), dispatcher })) as typeof globalThis.fetch;
}

/** `NO_PROXY`: hosts and domains, with or without a port, separated by commas or spaces; `*` is everything. */
function isDirect({ hostname, port, protocol }: URL, none: string): boolean {
  const usedPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return none
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', entryPort] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      if (entryPort !== undefined && entryPort !== usedPort) return false;
      const domain = name.replace(/^\*?\./, '');
      return domain !== '' && (hostname === domain || hostname.endsWith(`.${domain}`));
    });
}
