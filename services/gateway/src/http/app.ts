import { randomBase36 } from '@onceover/service-kit/crypto';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { clientErrorHandler } from './client-error.ts';
import type { HeaderList } from './security-headers.ts';

/** Limits of the only public door. Source: security 6.3. */
export const httpLimits = {
  headerBytes: 16 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveMs: 5000,
  bodyBytes: 2 * 1024 * 1024,
  graphqlBodyBytes: 64 * 1024,
} as const;

/** What the app asks of its owner. */
export interface AppParts {
  readonly trustedProxies: readonly string[];
  /** Header list of answers to broken HTTP. */
  readonly brokenRequestHeaders: HeaderList;
  /** The one error edge. */
  readonly onError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
}

/** A server with our limits, our request ids and no opinions: bodies stay bytes, queries stay text. */
export function createApp(parts: AppParts): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: httpLimits.bodyBytes,
    requestTimeout: httpLimits.requestTimeoutMs,
    keepAliveTimeout: httpLimits.keepAliveMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false,
    requestIdHeader: false,
    genReqId: requestIds(),
    http: {
      maxHeaderSize: httpLimits.headerBytes,
      headersTimeout: httpLimits.headersTimeoutMs,
      connectionsCheckingInterval: 2000,
    },
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: httpLimits.headerBytes,
      querystringParser: (text) => ({ text }),
    },
    clientErrorHandler: clientErrorHandler(parts.brokenRequestHeaders),
    frameworkErrors: (error, request, reply) => {
      request.startedAt = performance.now();
      // Nobody looked: what cannot be read is answered without looking at it.
      request.customHost = null;
      request.issuedCookies = null;
      parts.onError(error, request, reply);
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('issuedCookies', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.startedAt = performance.now();
    done();
  });
  app.setErrorHandler((error, request, reply) => parts.onError(error, request, reply));
  return app;
}

/** The query of a request as it was sent, without the question mark. */
export function queryOf(request: FastifyRequest): string {
  return (request.query as { readonly text: string }).text;
}

/** Ids that tell requests apart across processes and restarts, and cost next to nothing. */
function requestIds(): () => string {
  const start = randomBase36(8);
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
