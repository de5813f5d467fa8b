import type { GatewayReply, GatewayRequest } from '../http/gateway-request.ts';
import { chooseLocale, type Locale } from '../locale/choose-locale.ts';
import { noCookies, type SiteCookies } from '../session/cookies.ts';
import { type DialectName, dialectOf } from './choose-dialect.ts';
import type { Dialect } from './dialect.ts';

/** What is known about an answer before it is written; an error uses whatever is known by then. */
export interface AnswerContext {
  /** What the answer is written in; one path decides it by the body. */
  dialect: Dialect;
  locale: Locale;
  /** The supported locale named by a parameter; it is also set as a cookie. */
  localeParameter: Locale | undefined;
  shrimp: string | undefined;
  /** Cookies are neither read nor set: with `Authorization`, on custom hosts, and by rows that do not know them. */
  readonly isCookieless: boolean;
  /** Where a plain form's browser is redirected; undefined: the answer is JSON. */
  readonly page: string | undefined;
}

/** A request, its reply, and what is known about the answer so far. */
export interface Exchange {
  readonly request: GatewayRequest;
  readonly reply: GatewayReply;
  readonly context: AnswerContext;
}

/** Every dialect as this installation speaks it. */
export type Dialects = Readonly<Record<DialectName, Dialect>>;

interface FirstManner {
  /** Default: that of the path. */
  readonly dialect?: DialectName;
  readonly page?: string | undefined;
  /** Default true. */
  readonly knowsCookies?: boolean;
}

function pathOf({ url }: GatewayRequest): string {
  return url.split('?', 1)[0] ?? '';
}

/** The context, as far as the headers alone determine it. */
export function firstContext(
  request: GatewayRequest,
  { dialects, cookies }: { readonly dialects: Dialects; readonly cookies: SiteCookies },
  { dialect, page, knowsCookies = true }: FirstManner = {},
): AnswerContext {
  const { headers } = request;
  const isCookieless = !knowsCookies || headers.authorization !== undefined || request.customHost !== null;
  const { locale: cookie } = isCookieless ? noCookies : cookies.read(headers.cookie);
  const locale = chooseLocale({ cookie, acceptLanguage: headers['accept-language'] });
  const spoken = dialects[dialect ?? dialectOf(pathOf(request))];
  return { dialect: spoken, locale, localeParameter: undefined, shrimp: undefined, isCookieless, page };
}

/** The page a browser returns to after a plain form; undefined for a client that asks for JSON. */
export function pageOf(request: GatewayRequest, plain: { readonly page?: string } | undefined): string | undefined {
  if (plain === undefined || /\bapplication\/json\b/i.test(request.headers.accept ?? '')) return undefined;
  return plain.page ?? pathOf(request);
}
