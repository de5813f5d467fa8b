import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EdgeParts } from '../edge-parts.ts';
import { notFound } from '../http/api-error.ts';
import type { GatewayReply, GatewayRequest } from '../http/gateway-request.ts';
import { send } from '../http/send.ts';
import { type AnswerContext, type Dialects, firstContext } from './answer-context.ts';
import { dialectOf } from './choose-dialect.ts';
import type { PlainNotice } from './plain-notice.ts';
import { apiErrorFrom, type RestAnswers } from './rest-answers.ts';

type Show = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Paths that programs call; people visit all the others. */
const FOR_PROGRAMS = /^\/(?:api|graphql|health|dist)(?:[/?]|$)/;

interface ErrorEdgeParts extends EdgeParts {
  readonly answers: RestAnswers;
  readonly dialects: Dialects;
  readonly notice: PlainNotice;
}

/** The last resort for errors: each is answered in the form that its path uses, JSON or a page. */
export function errorEdge(parts: ErrorEdgeParts) {
  const { answers } = parts;
  const toProgram = (error: unknown, request: GatewayRequest, reply: GatewayReply) =>
    answers.error(error, { request, reply, context: contextOf(request, parts) });
  return {
    onError(error: unknown, request: GatewayRequest, reply: GatewayReply): void {
      if (FOR_PROGRAMS.test(request.url) || request.method === 'POST') toProgram(error, request, reply);
      else sendNotice(error, request, reply, parts);
    },
    /** Programs get the contract's 404, people the 404 page. */
    onNotFound: (page: Show) => async (request: FastifyRequest, reply: FastifyReply) => {
      const isForPeople = request.method === 'GET' || request.method === 'HEAD';
      if (isForPeople && !FOR_PROGRAMS.test(request.url)) await page(request, reply);
      else toProgram(notFound(), request, reply);
    },
  };
}

/** Cookies count on no path of other dialects that does not exist. */
function contextOf(request: GatewayRequest, parts: ErrorEdgeParts): AnswerContext {
  const knowsCookies = dialectOf(request.url.split('?', 1)[0] ?? '') === 'd18';
  return firstContext(request, parts, { knowsCookies });
}

function sendNotice(error: unknown, request: GatewayRequest, reply: GatewayReply, parts: ErrorEdgeParts): void {
  const answer = apiErrorFrom(error, request);
  const { locale } = firstContext(request, parts);
  const { retryAfterSeconds } = answer;
  const moreHeaders = retryAfterSeconds === undefined ? [] : ['Retry-After', String(retryAfterSeconds)];
  const list = request.customHost === null ? parts.headers.html : parts.headers.customHostHtml;
  send(request, reply, { status: answer.status, headers: list, body: parts.notice(answer, locale), moreHeaders });
}
