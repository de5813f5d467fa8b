import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../http/api-error.ts';
import type { SecurityHeaders } from '../http/security-headers.ts';
import { send } from '../http/send.ts';
import type { SiteCookies } from '../session/cookies.ts';
import { firstContext } from './answer-context.ts';
import { notice } from './page-answers.ts';
import { apiErrorFrom, type RestAnswers } from './rest-answers.ts';

type Handle<R> = (request: FastifyRequest, reply: FastifyReply) => R;

/** What answers when nothing else did. */
export interface ErrorEdge {
  readonly onError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
  /** For programs the contract's 404, for people the 404 page. */
  readonly onNotFound: (page: Handle<Promise<void>>) => Handle<Promise<void>>;
}

/** Paths that programs call; everything else is looked at by people. */
const FOR_PROGRAMS = /^\/(?:api|graphql|health|dist)(?:[/?]|$)/;

/** The last edge: whatever was not answered where it happened is answered here, in the words of its door. */
export function errorEdge(parts: {
  readonly answers: RestAnswers;
  readonly cookies: SiteCookies;
  readonly headers: SecurityHeaders;
}): ErrorEdge {
  const { answers, cookies, headers } = parts;
  const toProgram = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    answers.error(error, { request, reply, context: firstContext(request, { cookies }) });
  return {
    onError(error, request, reply) {
      if (FOR_PROGRAMS.test(request.url) || request.method === 'POST') toProgram(error, request, reply);
      else sendNotice(error, request, reply, headers);
    },
    onNotFound: (page) => async (request, reply) => {
      const isForPeople = request.method === 'GET' || request.method === 'HEAD';
      if (isForPeople && !FOR_PROGRAMS.test(request.url)) await page(request, reply);
      else toProgram(notFound(), request, reply);
    },
  };
}

function sendNotice(error: unknown, request: FastifyRequest, reply: FastifyReply, headers: SecurityHeaders): void {
  const { status, message, retryAfterSeconds } = apiErrorFrom(error, request);
  const moreHeaders = retryAfterSeconds === undefined ? [] : ['Retry-After', String(retryAfterSeconds)];
  const list = request.customHost === null ? headers.html : headers.customHostHtml;
  send(request, reply, { status, headers: list, body: notice(message), moreHeaders });
}
