import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseLocale, type Locale } from '../locale/choose-locale.ts';
import type { SiteCookies } from '../session/cookies.ts';

/** What is known about an answer before it exists; errors use whatever was found out by then. */
export interface AnswerContext {
  locale: Locale;
  /** A supported locale asked for by parameter, which also sets the cookie. */
  localeParameter: Locale | undefined;
  shrimp: string | undefined;
}

/** A request on its way to its answer. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: AnswerContext;
}

/** The context as the headers alone tell it. */
export function firstContext(request: FastifyRequest, { cookies }: { readonly cookies: SiteCookies }): AnswerContext {
  const { headers } = request;
  const cookie = headers.cookie === undefined ? undefined : cookies.read(headers.cookie).locale;
  const locale = chooseLocale({ cookie, acceptLanguage: headers['accept-language'] });
  return { locale, localeParameter: undefined, shrimp: undefined };
}
