import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { randomBase36 } from '@onceover/service-kit/crypto';
import type { Telemetry } from '@onceover/service-kit/telemetry';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { requestTimes } from './request-times.ts';
import type { HeaderList } from './security-headers.ts';
import { traceRequests } from './trace-requests.ts';

/** Limits of the only public way in. Source: security 6.3. */
export const httpLimits = {
  headerBytes: 16 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveMs: 5000,
  /** How long what a refused visitor is still sending is read and thrown away. */
  lingerMs: 5000,
  bodyBytes: 64 * 1024,
  /** Of a body that brings a secret. */
  secretBodyBytes: 2 * 1024 * 1024,
  /** Of JSON sent to the graph. */
  json: { values: 1000, depth: 16 },
} as const;

export interface AppParts {
  readonly trustedProxies: readonly string[];
  /** Headers of answers to malformed HTTP. */
  readonly brokenRequestHeaders: HeaderList;
  /** Answers every error that a handler lets through. */
  readonly onError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
  /** Whether a request to change the protocol may be granted; any other is answered as if it did not ask. */
  readonly mayUpgrade: (request: IncomingMessage) => boolean;
  readonly telemetry: Telemetry;
}

/** A server with the gateway's limits and request ids that interprets nothing: bodies stay bytes, queries stay text. */
export function createApp(parts: AppParts): FastifyInstance {
  const nextRequestId = requestIds();
  const app = fastify({
    logger: false,
    bodyLimit: httpLimits.bodyBytes,
    requestTimeout: httpLimits.requestTimeoutMs,
    keepAliveTimeout: httpLimits.keepAliveMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false,
    requestIdHeader: false,
    genReqId: nextRequestId,
    http: {
      maxHeaderSize: httpLimits.headerBytes,
      headersTimeout: httpLimits.headersTimeoutMs,
      connectionsCheckingInterval: 2000,
      shouldUpgradeCallback: parts.mayUpgrade,
    },
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: httpLimits.headerBytes,
      querystringParser: (text) => ({ text }),
    },
    clientErrorHandler: clientErrorHandler(parts.brokenRequestHeaders),
    frameworkErrors: (error, request, reply) => {
      request.startedAt = performance.now();
      // Not looked up: a request that cannot be read is answered without checking its host or session.
      request.customHost = null;
      request.issuedCookies = null;
      request.corsHeaders = null;
      request.span = null;
      parts.onError(error, request, reply);
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.decorate('nextRequestId', nextRequestId);
  app.decorate('times', requestTimes());
  app.decorate('answered', answeredRequests(app, parts.telemetry));
  noteStarts(app);
  app.decorateRequest('issuedCookies', null);
  app.decorateRequest('span', null);
  traceRequests(app, parts.telemetry.tracing);
  app.setErrorHandler((error, request, reply) => parts.onError(error, request, reply));
  return app;
}

function noteStarts(app: FastifyInstance): void {
  app.decorateRequest('startedAt', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.startedAt = performance.now();
    done();
  });
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const statusClasses: ReadonlySet<string> = new Set(['1xx', '2xx', '3xx', '4xx', '5xx']);

/** Counts requests by the pattern of their route. What leads to no route is `other`. */
function answeredRequests(app: FastifyInstance, telemetry: Telemetry): FastifyInstance['answered'] {
  const routes = new Set<string>();
  app.addHook('onRoute', ({ url }) => void routes.add(url));
  const took = telemetry.duration({
    name: 'onceover_http_request_duration_seconds',
    help: 'How long requests of the public port took, from their headers to the answer.',
    labels: { method: methods, route: routes, status: statusClasses },
  });
  return (method, route, status, milliseconds) =>
    took({ method, route, status: `${Math.floor(status / 100)}xx` }, milliseconds / 1000);
}

/** The query of a request as it was sent, without the question mark. */
export function queryOf(request: Pick<FastifyRequest, 'query'>): string {
  return (request.query as { readonly text: string }).text;
}

/** Ids that are unique across processes and restarts, and cheap to create. */
function requestIds(): () => string {
  const start = randomBase36(8);
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}

const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers what never became a request: malformed HTTP, headers that are too large, headers or a body that take too long. */
function clientErrorHandler(headers: HeaderList) {
  const lines: string[] = [];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = STATUSES[error.code ?? ''] ?? 400;
    const reason = STATUS_CODES[status];
    const body = JSON.stringify({ message: reason, success: false, code: 'bad_request' });
    const head = [`HTTP/1.1 ${status} ${reason}`, ...lines, 'Connection: close', `Content-Length: ${body.length}`];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}
