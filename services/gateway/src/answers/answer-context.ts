import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseLocale, type Locale } from '../locale/choose-locale.ts';
import { noCookies, type SiteCookies } from '../session/cookies.ts';

/** What is known about an answer before it exists; errors use whatever was found out by then. */
export interface AnswerContext {
  locale: Locale;
  /** A supported locale asked for by parameter, which also sets the cookie. */
  localeParameter: Locale | undefined;
  shrimp: string | undefined;
  /** Cookies neither count nor are set: with `Authorization`, and on custom hosts. */
  readonly isCookieless: boolean;
  /** Where a plain form's browser goes instead of getting JSON; undefined: JSON. */
  readonly page: string | undefined;
}

/** A request on its way to its answer. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: AnswerContext;
}

/** The context as the headers alone tell it. */
export function firstContext(
  request: FastifyRequest,
  { cookies, page }: { readonly cookies: SiteCookies; readonly page?: string | undefined },
): AnswerContext {
  const { headers } = request;
  const isCookieless = headers.authorization !== undefined || request.customHost !== null;
  const { locale: cookie } = isCookieless ? noCookies : cookies.read(headers.cookie);
  const locale = chooseLocale({ cookie, acceptLanguage: headers['accept-language'] });
  return { locale, localeParameter: undefined, shrimp: undefined, isCookieless, page };
}

/** The page a plain form leads a browser back to; undefined for whoever asks for JSON. */
export function pageOf(request: FastifyRequest, plain: { readonly page?: string } | undefined): string | undefined {
  if (plain === undefined || /\bapplication\/json\b/i.test(request.headers.accept ?? '')) return undefined;
  return plain.page ?? request.url.split('?', 1)[0];
}
