import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { OutageError } from '@onceover/service-kit/errors';

const OURS_TO_PUT_RIGHT = 407;

export interface EgressProxy {
  readonly host: string;
  readonly port: number;
  /** What it asks whoever uses it for. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An address like `http://user:password@proxy.example.com:3128`, with or without the user; null when it is none. */
export function parseProxy(text: string): EgressProxy | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' || url.pathname !== '/' || /[?#]/.test(url.href)) return null;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? 80 : Number(url.port);
  if (url.username === '' && url.password === '') return { host, port, headers: {} };
  try {
    const login = Buffer.from(decodeURIComponent(`${url.username}:${url.password}`)).toString('base64');
    return { host, port, headers: { 'proxy-authorization': `Basic ${login}` } };
  } catch {
    return null;
  }
}

/**
 * A connection to `host:port` through a proxy, by HTTP CONNECT. Throws `OutageError` when the proxy is away or does not let us in; any
 * other no of it is about the host.
 */
export function tunnelThrough(proxy: EgressProxy, target: string, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const { host, port, headers } = proxy;
  const options = { method: 'CONNECT', host, port, path: target, agent: false, signal } as const;
  const asked = request({ ...options, headers: { host: target, ...headers } });
  asked.once('connect', ({ statusCode = 0 }: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => undefined); // whoever uses it hears of its end
    if (statusCode >= 200 && statusCode <= 299) {
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
      return;
    }
    socket.destroy();
    const isOurs = statusCode === OURS_TO_PUT_RIGHT;
    reject(isOurs ? new OutageError('webhook-proxy') : new Error('the proxy does not connect to it'));
  });
  asked.on('error', (cause) => reject(signal.aborted ? cause : new OutageError('webhook-proxy', { cause })));
  asked.end();
  return promise;
}
