import type { ApolloServer } from '@apollo/server';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { checkFormToken, sentShrimp } from '../form-token/check-form-token.ts';
import type { FormTokens } from '../form-token/form-token.ts';
import type { Site } from '../hosts/site.ts';
import { httpLimits } from '../http/app.ts';
import type { SecurityHeaders } from '../http/security-headers.ts';
import { hasUnreadBody, send } from '../http/send.ts';
import { RateLimited, type RequestLimits } from '../limits/request-limits.ts';
import { gatewayLog } from '../logger.ts';
import type { SiteCookies } from '../session/cookies.ts';
import { networkOf } from '../session/network.ts';
import type { AdmitDocument } from './admit-document.ts';
import { badInput, csrf, notAuthorized, publicError, rateLimited, tooLarge } from './graph-errors.ts';
import type { GraphContext } from './supergraph.ts';

/** What stands before the graph. */
export interface GraphqlRouteParts {
  readonly server: ApolloServer<GraphContext>;
  readonly admitDocument: AdmitDocument;
  readonly site: Site;
  readonly tokens: FormTokens;
  readonly cookies: SiteCookies;
  readonly limits: RequestLimits;
  readonly headers: SecurityHeaders;
}

/** Puts POST /graphql on the server: form token and limit first, then Apollo. There is no GET. */
export function addGraphqlRoute(app: FastifyInstance, parts: GraphqlRouteParts): void {
  const answer = fastifyApolloHandler(parts.server, {
    context: async (request: FastifyRequest): Promise<GraphContext> => ({
      caller: { kind: 'anonymous', network: networkOf(request.ip), requestId: request.id },
    }),
  });
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await admit(request, parts);
    request.body = readDocument(request);
    parts.admitDocument(request.body);
    const body = (await answer.call(app, request, reply)) as string;
    const retryAfter = reply.getHeader('retry-after');
    const moreHeaders = retryAfter === undefined ? [] : ['Retry-After', String(retryAfter)];
    send(request, reply, { status: reply.statusCode, headers: parts.headers.api, body, moreHeaders });
  };
  app.post('/graphql', {
    bodyLimit: httpLimits.graphqlBodyBytes,
    errorHandler: (error, request, reply) => sendError(error, request, reply, parts.headers),
    handler,
  });
}

async function admit(request: FastifyRequest, parts: GraphqlRouteParts): Promise<void> {
  const { headers } = request;
  if (headers.authorization !== undefined) throw notAuthorized();
  await parts.limits.take('graphql', networkOf(request.ip));
  const { session } = parts.cookies.read(headers.cookie);
  const shrimp = sentShrimp(headers, undefined);
  if (checkFormToken({ headers, session, shrimp }, parts.tokens, parts.site).isRefused) throw csrf();
}

function readDocument(request: FastifyRequest): unknown {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) throw badInput('Send application/json');
  try {
    return JSON.parse((request.body as Buffer | undefined)?.toString('utf8') ?? '');
  } catch {
    throw badInput('Failed to parse body as JSON');
  }
}

/** Errors before or outside Apollo, in the shape of its answers. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, headers: SecurityHeaders): void {
  const known = graphErrorFrom(error, request);
  const { http } = known.extensions as { http?: { status: number; headers: ReadonlyMap<string, string> } };
  const moreHeaders = [...(http?.headers ?? [])].flat();
  if (hasUnreadBody(request)) moreHeaders.push('Connection', 'close');
  const body = JSON.stringify({ errors: [publicError(known.toJSON())] });
  send(request, reply, { status: http?.status ?? 500, headers: headers.api, body, moreHeaders });
}

function graphErrorFrom(error: unknown, request: FastifyRequest): GraphQLError {
  if (error instanceof GraphQLError) return error;
  if (error instanceof RateLimited) return rateLimited(error.retryAfterSeconds);
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return badInput('The request could not be decoded');
  }
  gatewayLog.error({ requestId: request.id, route: '/graphql', err: error }, 'fault');
  return new GraphQLError('An unexpected error occurred :[');
}
