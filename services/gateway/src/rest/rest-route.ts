import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '@onceover/graphql-kit/caller';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { Readiness } from '@onceover/service-kit/lifecycle';
import type { RestAnswer } from '../answers/rest-answer.ts';
import type { Captcha } from '../captcha/captcha.ts';
import type { Features } from '../features.ts';
import type { FormTokens } from '../form-token/form-token.ts';
import type { Site } from '../hosts/site.ts';
import { notAuthorized } from '../http/api-error.ts';
import type { LimitName } from '../limits/limit-table.ts';
import type { Locale } from '../locale/choose-locale.ts';
import type { ExecuteOperation } from '../operations/stored-operation.ts';
import type { SiteCookies } from '../session/cookies.ts';
import type { IdentityKind } from '../session/identity.ts';
import type { FormReader } from './forms/form-reader.ts';
import type { Links } from './presenters/links.ts';

/** What every row may use. */
export interface RestTools {
  readonly execute: ExecuteOperation;
  /** Asks a service for what is no part of the graph. */
  readonly ask: AskInternal;
  readonly links: Links;
  /** Whole Unix seconds. */
  readonly now: () => number;
  readonly readiness: () => Promise<Readiness>;
  readonly version: string;
  readonly tokens: FormTokens;
  /** Writes `Set-Cookie` values. */
  readonly cookies: SiteCookies;
  readonly captcha: Captcha;
  readonly site: Site;
  readonly features: Features;
  readonly compatibleTypes: boolean;
}

/** A request as a row sees it: decoded, counted and checked. */
export interface RestRequest<F> {
  readonly form: F;
  /** The key in the path, decoded; empty where the row has none. */
  readonly key: string;
  readonly caller: Caller;
  /** What the cookies, or the token, of the request amount to. */
  readonly identity: IdentityKind;
  /** Well-formed; absent where none was sent. */
  readonly idempotencyKey: string | undefined;
  /** For the answer of a POST. A row that sets a new session answers with a token of that one instead. */
  readonly shrimp: string;
  readonly locale: Locale;
  /** Product code of the language of mails this request causes. */
  readonly mailLocale: string;
  readonly headers: IncomingHttpHeaders;
  /** The session that form tokens are bound to, a visitor's or a customer's; undefined where none is known. */
  readonly session: string | undefined;
  /** The remember-me cookie as sent. */
  readonly rememberMe: string | undefined;
  /** Such as `Firefox on Linux`. */
  readonly userAgentFamily: string;
  readonly sentShrimp: string | undefined;
  /** Only a row that answers without a token ever sees this true. */
  readonly isFromOtherSite: boolean;
}

/** The same row at a plain path: JSON where `Accept` names it, else 302 to a page with a notice. REST contract 8. */
export interface PlainDoor {
  /** Path pattern of the POST; its parameter is named `key` too. */
  readonly path: string;
  /** The page it belongs to, where that is not at the same path. */
  readonly page?: string;
}

/** One row of the REST contract. */
export interface RestRoute<F = unknown> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly plain?: PlainDoor;
  readonly limit?: LimitName;
  /** `any` (default): visitors too. `required`: session or token. `session`: a session, never a token. Else 403. */
  readonly auth?: 'any' | 'required' | 'session';
  /** The scope that a token needs here; a token without it is 403. Sessions have them all. */
  readonly scope?: TokenScope;
  /** Whether it is a doing of the user, which keeps an idle session alive; checks are not. Default true. */
  readonly extendsIdle?: boolean;
  /** How the fields of a POST are read. */
  readonly readForm?: FormReader<F>;
  readonly takesIdempotencyKey?: boolean;
  /** Only the row that hands out tokens answers without one. */
  readonly answersWithoutToken?: boolean;
  readonly handle: (request: RestRequest<F>, tools: RestTools) => Promise<RestAnswer> | RestAnswer;
}

/** Scopes of API tokens that rows ask for. Source: security 5.5. */
export type TokenScope = 'secrets-write' | 'secrets-read-meta' | 'recent' | 'account' | 'domains';

/** Keeps the types of a row's form together. */
export function restRoute<F>(route: RestRoute<F>): RestRoute {
  return route as RestRoute;
}

/** Whether a caller may use a row at all; what it may do there is the services' decision. Throws the 403. */
export function authorize(caller: Caller, { auth = 'any', scope }: Pick<RestRoute, 'auth' | 'scope'>): void {
  if (caller.kind === 'anonymous') {
    if (auth !== 'any') throw notAuthorized();
    return;
  }
  const { credential } = caller;
  if (credential.kind !== 'token') return;
  if (auth === 'session') throw notAuthorized();
  if (scope !== undefined && !credential.scopes.includes(scope)) throw notAuthorized();
}
