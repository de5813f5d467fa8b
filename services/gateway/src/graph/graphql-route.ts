import { fastifyApolloHandler } from '@as-integrations/fastify';
import { OutageError } from '@onceover/service-kit/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { sentSolution } from '../captcha/captcha.ts';
import type { EdgeParts } from '../edge-parts.ts';
import { ApiError } from '../http/api-error.ts';
import { httpLimits } from '../http/app.ts';
import { isWithin } from '../http/json-size.ts';
import type { SecurityHeaders } from '../http/security-headers.ts';
import { type Answer, send } from '../http/send.ts';
import { RateLimited } from '../limits/request-limits.ts';
import { gatewayLog, metOutage } from '../logger.ts';
import { opensInBrowser } from '../people/openings.ts';
import { answerDirectly } from './answer-directly.ts';
import { admitGuest, type GraphGuest } from './graph-caller.ts';
import { badInput, publicError, rateLimited, tooLarge, unavailable } from './graph-errors.ts';
import type { Graph } from './open-graph.ts';
import type { GraphContext } from './supergraph.ts';

/**
 * Adds POST /graphql to the server: credential, form token and limit first, then the plan of the document, or Apollo where
 * there is none. There is no GET.
 */
export function addGraphqlRoute(app: FastifyInstance, parts: EdgeParts & Graph): void {
  const answerByServer = serverAnswers(app, parts);
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const guest = await admitGuest(request, parts);
    request.body = readDocument(request);
    const { headers, body } = request;
    parts.admitDocument(body, guest.mayAskAnything);
    const answer = await parts.timeOperation(
      operationIn(body),
      async () =>
        (await answerDirectly({ headers, body, caller: guest.identity.caller }, parts)) ??
        (await answerByServer(request, reply, guest)),
      hasErrors,
    );
    send(request, reply, { ...answer, headers: parts.headers.api });
  };
  app.post('/graphql', {
    errorHandler: (error, request, reply) => {
      // Refused for its host, before it reached the graph: answered where all such errors are.
      if (error instanceof ApiError) throw error;
      sendGraphError(error, request, reply, parts.headers);
    },
    handler,
  });
}

function operationIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'operationName' in body ? body.operationName : undefined;
}

/** Errors stand first where there are any. */
function hasErrors({ body }: Pick<Answer, 'body'>): boolean {
  return typeof body === 'string' && body.startsWith('{"errors":');
}

/** Asks Apollo, which finds out who is asking by the request. */
function serverAnswers(app: FastifyInstance, { server, subgraphs }: Pick<Graph, 'server' | 'subgraphs'>) {
  const guests = new WeakMap<FastifyRequest, GraphGuest>();
  const answer = fastifyApolloHandler(server, {
    context: async (request: FastifyRequest): Promise<GraphContext> => {
      const guest = guests.get(request);
      if (guest === undefined) throw new Error('a request reached the graph without being admitted');
      const { headers } = request;
      const { caller } = guest.identity;
      return { caller, subgraphs, solution: sentSolution(headers), isBrowser: opensInBrowser(headers) };
    },
  });
  return async (request: FastifyRequest, reply: FastifyReply, guest: GraphGuest): Promise<Omit<Answer, 'headers'>> => {
    guests.set(request, guest);
    const body = (await answer.call(app, request, reply)) as string;
    const retryAfter = reply.getHeader('retry-after');
    const moreHeaders = retryAfter === undefined ? [] : ['Retry-After', String(retryAfter)];
    return { status: reply.statusCode, body, moreHeaders };
  };
}

function readDocument(request: FastifyRequest): unknown {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) throw badInput('Send application/json');
  const text = (request.body as Buffer | undefined)?.toString('utf8') ?? '';
  if (!isWithin(text, httpLimits.json)) throw badInput('The body has too many values or levels');
  try {
    return JSON.parse(text);
  } catch {
    throw badInput('Failed to parse body as JSON');
  }
}

/** Errors raised before or outside Apollo, in the form of its answers. */
export function sendGraphError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  headers: SecurityHeaders,
): void {
  const known = graphErrorFrom(error, request);
  const { http } = known.extensions as { http?: { status: number; headers: ReadonlyMap<string, string> } };
  const moreHeaders = [...(http?.headers ?? [])].flat();
  const body = JSON.stringify({ errors: [publicError(known.toJSON())] });
  send(request, reply, { status: http?.status ?? 500, headers: headers.api, body, moreHeaders });
}

function graphErrorFrom(error: unknown, request: FastifyRequest): GraphQLError {
  if (error instanceof GraphQLError) return error;
  if (error instanceof RateLimited) return rateLimited(error.retryAfterSeconds);
  if (error instanceof OutageError) {
    metOutage({ requestId: request.id, dependency: error.dependency, code: 'unavailable' });
    return unavailable(error.retryAfterSeconds);
  }
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return badInput('The request could not be decoded');
  }
  gatewayLog.error({ requestId: request.id, route: '/graphql', err: error }, 'a request failed unexpectedly');
  return new GraphQLError('An unexpected error occurred :[');
}
