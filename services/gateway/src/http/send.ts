import type { OpenSpan } from '@onceover/service-kit/tracing';
import { writeRequestLine } from '../logger.ts';
import { httpLimits } from './app.ts';
import type { GatewayReply, GatewayRequest } from './gateway-request.ts';
import { lingerAfter } from './linger.ts';
import type { RequestTimes } from './request-times.ts';
import type { HeaderList } from './security-headers.ts';
import { endSpan } from './trace-requests.ts';

/** One complete answer. */
export interface Answer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: string | Buffer;
  readonly moreHeaders?: HeaderList;
}

const NONE: HeaderList = [];

/**
 * Writes an answer and its log line. Every answer of the gateway is sent here, so none is missing its headers.
 *
 * Bypasses the framework's own writing, which costs a hook chain and a header map per request.
 */
export function send(request: GatewayRequest, reply: GatewayReply, answer: Answer): void {
  const { status, body, moreHeaders = NONE } = answer;
  reply.hijack();
  const bytes = Buffer.byteLength(body);
  const headers = answer.headers.concat('X-Request-Id', request.id);
  // An answer that cannot have a body has no length either.
  if (status !== 204) headers.push('Content-Length', String(bytes));
  // Before the cookies of the answer itself, which win if both set the same one.
  if (request.issuedCookies !== null) for (const cookie of request.issuedCookies) headers.push('Set-Cookie', cookie);
  if (request.corsHeaders !== null) for (const part of request.corsHeaders) headers.push(part);
  for (const part of moreHeaders) headers.push(part);
  const isUnread = hasUnreadBody(request);
  // A kept-alive connection would keep a stopping server open.
  if (isUnread || !request.server.server.listening) headers.push('Connection', 'close');
  if (isUnread) lingerAfter(request.raw, httpLimits.lingerMs);
  reply.raw.writeHead(status, headers);
  // A text with as many bytes as characters is ASCII, and is written faster as what it also is.
  reply.raw.end(body, bytes === body.length ? 'latin1' : 'utf8');
  logRequest(request, status);
}

/** Whether part of the body has not been read yet; then its connection cannot be used again. */
function hasUnreadBody(request: GatewayRequest): boolean {
  if (request.raw.complete) return false;
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  return length !== '0' || encoding !== undefined;
}

/** Counts how long an answer took, and writes the one log line of a request: the pattern of its route, never its path. */
export function logRequest(request: GatewayRequest, status: number): void {
  const took = performance.now() - request.startedAt;
  const route = request.routeOptions.url ?? 'unknown';
  request.server.times.note(request.method, request.url, took);
  request.server.answered(request.method, route, status, took);
  if (request.span !== null) endSpan(request.span, request.method, route, status);
  if (writeRequestLine === undefined || isWell(route, status)) return;
  const ms = Math.round(took * 10) / 10;
  writeRequestLine(
    `"requestId":"${request.id}","method":"${request.method}","route":"${route}","status":${status},"ms":${ms}`,
  );
}

/** Whoever watches asks every few seconds. */
function isWell(route: string, status: number): boolean {
  return status === 200 && route.startsWith('/health/');
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly nextRequestId: () => string;
    /** How long its answers took. */
    readonly times: RequestTimes;
    /** Counts one, for whoever watches over the process. */
    readonly answered: (method: string, route: string, status: number, milliseconds: number) => void;
  }
  interface FastifyRequest {
    /** Milliseconds on the monotonic clock. */
    startedAt: number;
    /** `Set-Cookie` values that result from finding out who is asking; null: none. */
    issuedCookies: readonly string[] | null;
    /** Null: it is not traced. */
    span: OpenSpan | null;
  }
}
