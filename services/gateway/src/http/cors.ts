import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HeaderList } from './security-headers.ts';
import { send } from './send.ts';

/** What pages of other origins may do. */
export interface CorsRules {
  /** As browsers send them: `https://host[:port]`. */
  readonly origins: readonly string[];
  /** Whether pages of these origins may call a path, which comes as it was sent, without its query. */
  readonly isOpen: (path: string) => boolean;
  /** What every answer carries. */
  readonly headers: HeaderList;
}

/** How long a browser remembers what it may send, in seconds: as long as any does. */
const REMEMBERED_SECONDS = 7200;
const SENT = [
  ...['Accept', 'Accept-Language', 'Authorization', 'Content-Type'],
  ...['Idempotency-Key', 'X-Requested-With'],
];
const SHOWN = ['Content-Language', 'Idempotent-Replayed', 'Retry-After', 'X-Request-Id'];

const PREFLIGHT: HeaderList = [
  ...['Access-Control-Allow-Methods', 'GET, POST, PATCH'],
  ...['Access-Control-Allow-Headers', SENT.join(', ')],
  ...['Access-Control-Max-Age', String(REMEMBERED_SECONDS)],
];

/**
 * Lets pages of some origins call some paths and read the answers: as strangers or with a token of their own, never with
 * what the browser holds for us (`Access-Control-Allow-Credentials` is never sent). A preflight is answered here, and for
 * other origins, paths and hosts nothing differs. Every answer of the API says `Vary: Origin` anyway.
 *
 * Not `@fastify/cors`: it writes through the framework's replies, which `send` bypasses, and would run for every request.
 * Source: dialects 1.9; ADR 72.
 */
export function allowOrigins(app: FastifyInstance, { origins, isOpen, headers }: CorsRules): void {
  app.decorateRequest('corsHeaders', null);
  if (origins.length === 0) return;
  const answers = new Map(origins.map((origin) => [origin, answerHeaders(origin)]));
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    const allowed = origin === undefined || request.customHost !== null ? undefined : answers.get(origin);
    if (allowed === undefined || !isOpen(pathOf(request))) {
      done();
      return;
    }
    request.corsHeaders = allowed;
    if (request.method === 'OPTIONS') answerPreflight(request, reply, headers);
    else done();
  });
}

function answerHeaders(origin: string): HeaderList {
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', SHOWN.join(', ')];
}

function answerPreflight(request: FastifyRequest, reply: FastifyReply, headers: HeaderList): void {
  send(request, reply, { status: 204, headers, body: '', moreHeaders: PREFLIGHT });
}

function pathOf({ url }: FastifyRequest): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What lets a page of another origin read the answer; null: none does. */
    corsHeaders: HeaderList | null;
  }
}
