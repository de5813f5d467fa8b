import type { IncomingMessage, ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { httpLimits } from './app.ts';
import { type DirectRoute, type FoundRoute, findDirectRoute } from './direct-routes.ts';
import type { GatewayReply, GatewayRequest } from './gateway-request.ts';
import { namesSeveralHosts } from './site.ts';

export interface DirectParts {
  /** The site's own, as requests name them. */
  readonly hosts: ReadonlySet<string>;
  readonly trustedProxies: readonly string[];
  /** Whose pages may call something. */
  readonly apiOrigins: readonly string[];
  readonly onError: (error: unknown, request: GatewayRequest, reply: GatewayReply) => void;
}

/** Bodies of these types are read alike here and in the framework; it knows more about others. */
const TYPES: ReadonlySet<string | undefined> = new Set([
  undefined,
  'application/json',
  'application/json; charset=utf-8',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-8',
]);

/**
 * Serves the plain requests of some routes without the framework: its routing, hooks and reading of bodies have 6 to 11 % of the time of
 * one. What is not plain is left to the framework, which has the same routes with the same handlers: a customer's host, a page of another
 * origin, a long body or one of unknown length, an uncommon type, a path with an escape or a slash at its end.
 */
export function serveDirectly(app: FastifyInstance, routes: readonly DirectRoute[], parts: DirectParts): void {
  const { server } = app;
  const [framework] = server.listeners('request');
  if (framework === undefined) throw new TypeError('the framework listens to no request');
  const routeOf = findDirectRoute(routes);
  const peerOf = peersBehind(parts.trustedProxies);
  server.removeAllListeners('request');
  server.on('request', (raw, response) => {
    const found = routeOf(raw.method as string, raw.url as string);
    const peer = found !== undefined && isPlain(raw, parts) ? peerOf(raw) : undefined;
    if (found === undefined || peer === undefined || !parts.hosts.has(peer.host)) {
      framework.call(server, raw, response);
      return;
    }
    const request = new DirectRequest(app, raw, peer, found);
    const reply = new DirectReply(response);
    if (raw.method === 'GET') found.route.handler(request, reply);
    else
      readBody(
        request,
        () => found.route.handler(request, reply),
        (error) => parts.onError(error, request, reply),
      );
  });
}

function isPlain(request: IncomingMessage, { apiOrigins }: DirectParts): boolean {
  const { headers, method } = request;
  if (apiOrigins.length > 0 && headers.origin !== undefined) return false;
  if (namesSeveralHosts(request)) return false;
  if (method === 'GET') return true;
  if (headers['transfer-encoding'] !== undefined || !TYPES.has(headers['content-type'])) return false;
  return Number(headers['content-length'] ?? 0) <= httpLimits.bodyBytes;
}

interface Peer {
  readonly ip: string;
  readonly host: string;
}

/** Who is asking and for which host, as the framework finds it out. */
function peersBehind(trustedProxies: readonly string[]): (raw: IncomingMessage) => Peer {
  const plainHost = ({ headers }: IncomingMessage) => headers.host ?? '';
  if (trustedProxies.length === 0) return (raw) => ({ ip: raw.socket.remoteAddress ?? '', host: plainHost(raw) });
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  return (raw) => {
    const forwarded = raw.headers['x-forwarded-host'];
    const isForwarded =
      typeof forwarded === 'string' && forwarded !== '' && isTrusted(raw.socket.remoteAddress ?? '', 0);
    const host = isForwarded ? forwarded.slice(forwarded.lastIndexOf(',') + 1).trim() : plainHost(raw);
    return { ip: proxyAddr(raw, isTrusted), host };
  };
}

/** Calls one of the two, once. Who goes away before the body is whole has an error, as in the framework. */
function readBody(request: DirectRequest, done: () => void, failed: (error: unknown) => void): void {
  const { raw } = request;
  const pieces: Buffer[] = [];
  raw.on('data', (piece: Buffer) => void pieces.push(piece));
  raw.once('end', () => {
    request.body = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    done();
  });
  raw.once('error', (error) => failed(Object.assign(error, { statusCode: 400 })));
}

/** What the framework makes of a request, without the rest. */
class DirectRequest implements GatewayRequest {
  readonly startedAt = performance.now();
  readonly id: string;
  readonly raw: IncomingMessage;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly host: string;
  readonly ip: string;
  readonly query: { readonly text: string };
  readonly params: { readonly key: string };
  readonly routeOptions: { readonly url: string };
  readonly server: FastifyInstance;
  readonly customHost = null;
  readonly corsHeaders = null;
  readonly span = null;
  readonly admitted = null;
  issuedCookies: readonly string[] | null = null;
  body: Buffer | undefined = undefined;

  constructor(app: FastifyInstance, raw: IncomingMessage, peer: Peer, { route, key, query }: FoundRoute) {
    this.id = app.nextRequestId();
    this.raw = raw;
    this.method = route.method;
    this.url = raw.url as string;
    this.headers = raw.headers;
    this.host = peer.host;
    this.ip = peer.ip;
    this.query = { text: query };
    this.params = { key };
    this.routeOptions = route;
    this.server = app;
  }
}

class DirectReply implements GatewayReply {
  readonly raw: ServerResponse;

  constructor(raw: ServerResponse) {
    this.raw = raw;
  }

  hijack(): void {
    // Nobody else would answer.
  }
}
