import { locales } from '@onceover/schema/locales';
import { NotAuthorizedError, OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import type { EdgeParts } from '../edge-parts.ts';
import { freshFor } from '../form-token/check-form-token.ts';
import {
  ApiError,
  badEncoding,
  badType,
  notAuthorized,
  rateLimited,
  tooLarge,
  unavailable,
  unexpected,
} from '../http/api-error.ts';
import type { GatewayRequest } from '../http/gateway-request.ts';
import type { HeaderList } from '../http/security-headers.ts';
import { send } from '../http/send.ts';
import { RateLimited } from '../limits/request-limits.ts';
import type { Locale } from '../locale/choose-locale.ts';
import { gatewayLog, metOutage } from '../logger.ts';
import type { AnswerContext, Exchange } from './answer-context.ts';
import { inDialect } from './dialect.ts';
import { pageAnswers } from './page-answers.ts';
import type { PlainNotice } from './plain-notice.ts';
import type { RestAnswer } from './rest-answer.ts';

/** Writes the answers of the REST API, each in its dialect: successes, and every error in the contract's form. */
export interface RestAnswers {
  ok(answer: RestAnswer, exchange: Exchange): void;
  error(error: unknown, exchange: Exchange): void;
}

export function restAnswers(parts: EdgeParts & { readonly notice: PlainNotice }): RestAnswers {
  const perLocale = new Map<string, HeaderList>(
    locales.map(({ code, contentLanguage }) => [code, [...parts.headers.api, 'Content-Language', contentLanguage]]),
  );
  const headersFor = (locale: Locale) => perLocale.get(locale.code) ?? parts.headers.api;
  const toPage = pageAnswers(parts.headers, parts.notice);
  const cookiesFor = (context: AnswerContext, more: readonly string[]): string[] => {
    if (context.isCookieless) return [];
    const { localeParameter } = context;
    const locale = localeParameter === undefined ? [] : [parts.cookies.localeCookie(localeParameter.code)];
    return [...locale, ...more].flatMap((cookie) => ['Set-Cookie', cookie]);
  };
  const sessionCookie = (value: string | undefined) =>
    value === undefined ? [] : [parts.cookies.sessionCookie(value)];
  const freshShrimp = (request: GatewayRequest, { isCookieless }: AnswerContext) =>
    freshFor(isCookieless ? undefined : parts.cookies.read(request.headers.cookie).session, parts.tokens);
  return {
    ok(answer, { request, reply, context }) {
      const moreHeaders = cookiesFor(context, [...sessionCookie(answer.newSession), ...(answer.setCookies ?? [])]);
      if (answer.isReplay === true) moreHeaders.push('Idempotent-Replayed', 'true');
      moreHeaders.push(...(answer.headers ?? []));
      if (context.page !== undefined) return toPage.ok(answer, { request, reply, context }, moreHeaders);
      const headers = headersFor(context.locale);
      if (answer.lines !== undefined) {
        const body = answer.lines.map((line) => `${line}\n`).join('');
        return send(request, reply, { status: 200, headers: asLines(headers), body, moreHeaders });
      }
      const body = JSON.stringify(inDialect(context.dialect, answer));
      send(request, reply, { status: 200, headers, body, moreHeaders });
    },
    error(error, { request, reply, context }) {
      const answer = apiErrorFrom(error, request);
      const moreHeaders = cookiesFor(context, sessionCookie(answer.newSession));
      if (answer.retryAfterSeconds !== undefined) moreHeaders.push('Retry-After', String(answer.retryAfterSeconds));
      if (context.page !== undefined) return toPage.error(answer, { request, reply, context }, moreHeaders);
      const isPost = request.method === 'POST';
      const shrimp = isPost ? (context.shrimp ?? freshShrimp(request, context)) : undefined;
      // A path that cannot be decoded has no parameters at all.
      const { key = '' } = (request.params ?? {}) as { readonly key?: string };
      const { status, body } = context.dialect.error(answer, { shrimp, requestId: request.id, key });
      const headers = headersFor(context.locale);
      send(request, reply, { status, headers, body: JSON.stringify(body), moreHeaders });
    },
  };
}

function asLines(headers: HeaderList): HeaderList {
  return headers.with(headers.indexOf('Content-Type') + 1, 'application/x-ndjson');
}

/** Turns any error into an answer. A fault is logged here, once, and masked. */
export function apiErrorFrom(error: unknown, request: GatewayRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof NotAuthorizedError) return notAuthorized();
  if (error instanceof RateLimited) return rateLimited(error.retryAfterSeconds);
  if (error instanceof OutageError) {
    const code = error instanceof OutcomeUnknownError ? 'outcome_unknown' : 'unavailable';
    metOutage({ requestId: request.id, dependency: error.dependency, code });
    return unavailable(code, error.retryAfterSeconds, { isSealed: error.dependency === 'keys' });
  }
  const known = frameworkError(error);
  if (known !== undefined) return known;
  gatewayLog.error(
    { requestId: request.id, route: request.routeOptions.url, err: error },
    'a request failed unexpectedly',
  );
  return unexpected();
}

/** What Fastify refuses before any row sees the request. */
function frameworkError(error: unknown): ApiError | undefined {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge();
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return badType();
  // A broken URL, a body shorter than announced, or a client that disconnected midway.
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? badEncoding() : undefined;
}
