import type { Caller } from '@onceover/graphql-kit/caller';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkFormToken, sentShrimp } from '../form-token/check-form-token.ts';
import { PLACEHOLDER_SHRIMP } from '../form-token/form-token.ts';
import { queryOf } from '../http/app.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { localeOf } from '../locale/choose-locale.ts';
import type { SiteCookies } from '../session/cookies.ts';
import { networkOf } from '../session/network.ts';
import { type AnswerContext, type Exchange, firstContext } from './answer-context.ts';
import { badIdempotencyKey, badShrimp, notAuthorized } from './api-error.ts';
import { Form } from './forms/form.ts';
import { readForm } from './forms/read-form.ts';
import { readUrlencoded } from './forms/urlencoded.ts';
import type { RestAnswers } from './rest-answers.ts';
import type { RestRequest, RestRoute, RestTools } from './rest-route.ts';

/** What the pipeline needs beside the tools of the rows. */
export interface RestEdge {
  readonly tools: RestTools;
  readonly limits: RequestLimits;
  readonly cookies: SiteCookies;
  readonly answers: RestAnswers;
}

const CLAIM_TOKEN = /^[A-Za-z0-9_-]{22,255}$/;
const EMPTY = new Form();

/**
 * The way of every request through a row: credentials, decoding, limit, form token, claim token, then the row itself.
 * Whatever stops it is answered at the one error edge, and nothing was stored or consumed by then.
 */
export function restHandler(route: RestRoute, edge: RestEdge) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const context = firstContext(request, edge);
    void run(route, edge, { request, reply, context }).catch((error: unknown) =>
      edge.answers.error(error, { request, reply, context }),
    );
  };
}

async function run(route: RestRoute, edge: RestEdge, exchange: Exchange): Promise<void> {
  const { request, context } = exchange;
  const { headers } = request;
  if (headers.authorization !== undefined) throw notAuthorized();
  const { form, body } = await formsOf(route, request);
  context.localeParameter = localeOf(form.text('locale'));
  if (context.localeParameter !== undefined) context.locale = context.localeParameter;
  const network = networkOf(request.ip);
  if (route.limit !== undefined) await edge.limits.take(route.limit, network);
  const session = edge.cookies.read(headers.cookie).session;
  const shrimp = sentShrimp(headers, body.text('shrimp'));
  if (route.method === 'POST') checkToken(route, edge, { request, context, session, shrimp });
  const caller: Caller = { kind: 'anonymous', network, requestId: request.id };
  const restRequest: RestRequest<unknown> = {
    form: route.readForm?.(form),
    key: (request.params as { readonly key?: string }).key ?? '',
    caller,
    idempotencyKey: route.takesIdempotencyKey === true ? claimToken(headers['idempotency-key']) : undefined,
    shrimp: context.shrimp ?? PLACEHOLDER_SHRIMP,
    locale: context.locale,
    headers,
    session,
    sentShrimp: shrimp,
  };
  edge.answers.ok(await route.handle(restRequest, edge.tools), exchange);
}

async function formsOf(route: RestRoute, request: FastifyRequest): Promise<{ form: Form; body: Form }> {
  const query = queryOf(request);
  if (route.method === 'GET') return { form: query === '' ? EMPTY : readUrlencoded(query), body: EMPTY };
  const body = request.body as Buffer | undefined;
  return await readForm({ contentType: request.headers['content-type'], body, query });
}

function checkToken(
  route: RestRoute,
  { tools }: RestEdge,
  given: {
    request: FastifyRequest;
    context: AnswerContext;
    session: string | undefined;
    shrimp: string | undefined;
  },
): void {
  if (route.answersWithoutToken === true) return;
  const { headers } = given.request;
  const verdict = checkFormToken({ headers, session: given.session, shrimp: given.shrimp }, tools.tokens, tools.site);
  given.context.shrimp = verdict.shrimp;
  if (verdict.isRefused) throw badShrimp(verdict.newSession);
}

function claimToken(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !CLAIM_TOKEN.test(header)) throw badIdempotencyKey();
  return header;
}
