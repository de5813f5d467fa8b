import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '@onceover/schema/caller';
import type { RefusalCode } from '@onceover/schema/refusals';
import type { EdgeRefusalCode } from '@onceover/schema/refusals/edge-refusals';
import type { Bells } from '@onceover/service-kit/bells';
import type { Readiness } from '@onceover/service-kit/lifecycle';
import type { z } from 'zod';
import type { DialectName } from '../answers/choose-dialect.ts';
import type { AnswerShape } from '../answers/native-answer.ts';
import type { RestAnswer } from '../answers/rest-answer.ts';
import type { EdgeParts } from '../edge-parts.ts';
import { notAuthorized } from '../http/api-error.ts';
import type { LimitName } from '../limits/limit-table.ts';
import type { Locale } from '../locale/choose-locale.ts';
import type { ExecuteOperation } from '../operations/stored-operation.ts';
import type { IdentityKind } from '../session/identity.ts';
import type { Links } from './dialects/d18/presenters/links.ts';
import { type FormReader, formReader, nestedReader } from './forms/form-reader.ts';

/** What every row can use. */
export interface RestTools extends EdgeParts {
  readonly execute: ExecuteOperation;
  readonly links: Links;
  /** Whole Unix seconds. */
  readonly now: () => number;
  readonly readiness: () => Promise<Readiness>;
  readonly version: string;
  /** For how many seconds a generated value may be shown once more; 0: never. */
  readonly generatedValueAgain: number;
  readonly bells: Bells;
}

/** A request as a row gets it: counted, decoded and checked. */
export interface RestRequest<F> {
  readonly form: F;
  /** The key in the path, decoded; empty where the row has none. */
  readonly key: string;
  readonly caller: Caller;
  /** What the request's cookies or API token turned out to be. */
  readonly identity: IdentityKind;
  /** Well formed; undefined if none was sent. */
  readonly idempotencyKey: string | undefined;
  /** The form token for the answer to a POST. A row that sets a new session answers with a token of that session instead. */
  readonly shrimp: string;
  /** Also the language of any email that this request causes. */
  readonly locale: Locale;
  readonly headers: IncomingHttpHeaders;
  /** The peer's address, for comparing only. */
  readonly peer: string;
  /** The session that form tokens are bound to, a visitor's or a customer's; undefined if there is none. */
  readonly session: string | undefined;
  /** The remember-me cookie as sent. */
  readonly rememberMe: string | undefined;
  /** The mark of a browser that signed in before, as sent. */
  readonly deviceMark: string | undefined;
  /** The name of a browser that was given a challenge for a passkey, as sent. */
  readonly passkeyMark: string | undefined;
  /** Such as `Firefox on Linux`. */
  readonly userAgentFamily: string;
  readonly sentShrimp: string | undefined;
  /** True only for the row that answers without a form token; all others have refused by then. */
  readonly isFromOtherSite: boolean;
  /**
   * Whether somebody asks who means it: a GET of their own, by no page of ours or another site's, no prefetch and no HEAD.
   */
  readonly isDeliberate: () => boolean;
  /** For a row that waits for something: aborted when the client has gone or the server stops, and then it answers. */
  readonly untilOver: () => AbortSignal;
}

/** The same row at a plain path: JSON if `Accept` names it, otherwise 302 to a page with a notice. REST contract 8. */
export interface PlainForm {
  /** Path pattern of the POST; its parameter is named `key` too. */
  readonly path: string;
  /** The page of the form, if that has another path. */
  readonly page?: string;
}

/** What path parameters are called outside. */
export type KeyName = 'secretKey' | 'metadataKey' | 'domain' | 'resetKey';

/** One row of the REST contract. */
export interface RestRoute<F = unknown, Shapes extends AnswerShape = AnswerShape> {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** What its errors are written in; its answers it writes itself. Default: `d18`. */
  readonly dialect?: DialectName;
  /**
   * Which credentials count: `all` (default); `token`: an API token, and no cookie is read or set; `none`: not even that, everybody is
   * a visitor.
   */
  readonly credentials?: 'all' | 'token' | 'none';
  /** What generated clients call it. */
  readonly name: string;
  /** What it does, as a heading of the published document. */
  readonly summary: string;
  /** What somebody who calls it has to know besides, in plain sentences. */
  readonly description?: string;
  /** Path pattern; its parameter is `:key`. */
  readonly path: string;
  /** What that parameter is. */
  readonly keyName?: KeyName;
  /** The shapes of its 200; `handle` has no others. */
  readonly answers: readonly Shapes[];
  /** Whether its 200 may be NDJSON, a line for each thing, where that is asked for. */
  readonly writesLines?: true;
  /** What it refuses besides what every row does: see `openapi/route-refusals.ts`. */
  readonly refuses?: readonly (RefusalCode | EdgeRefusalCode)[];
  readonly plain?: PlainForm;
  /** Whether another dialect has a row of the same method and path; the body decides. */
  readonly sharesPath?: boolean;
  readonly limit?: LimitName;
  /** `any` (default): visitors too. `required`: a session or API token. `session`: a session only. Otherwise 403. */
  readonly auth?: 'any' | 'required' | 'session';
  /** True for doors: they are for browsers, and a program has no use for their cookies. An API token gets 403. */
  readonly refusesTokens?: boolean;
  /** The scope that an API token needs here; one without it gets 403. A session has every scope. */
  readonly scope?: TokenScope;
  /** Whether it counts as activity of the user, which keeps an idle session alive; checks do not. Default true. */
  readonly extendsIdle?: boolean;
  /** The fields of a body, and how they are read. */
  readonly form?: z.ZodObject;
  /** The object of the body that has these fields. */
  readonly nestedIn?: string;
  readonly readForm?: FormReader<F>;
  readonly takesIdempotencyKey?: boolean;
  /** Whether its body brings a secret, which may be 2 MiB long; any other body is at most 64 KB. */
  readonly bringsSecret?: boolean;
  /** True only for the row that issues form tokens; it changes nothing. */
  readonly answersWithoutToken?: boolean;
  readonly handle: (request: RestRequest<F>, tools: RestTools) => Promise<RestAnswer<Shapes>> | RestAnswer<Shapes>;
}

/** Scopes of API tokens that rows require. Source: security 5.5. */
export type TokenScope = 'secrets-write' | 'secrets-read-meta' | 'recent' | 'account' | 'domains' | 'events-read';

/** A row as its file writes it: with the schema of its form, if it reads one. */
interface WrittenRoute<S extends z.ZodObject, Shapes extends AnswerShape>
  extends Omit<RestRoute, 'readForm' | 'form' | 'answers' | 'handle'> {
  readonly form?: S;
  readonly answers: readonly Shapes[];
  /** Names under which its fields may come too. */
  readonly otherNames?: Readonly<Record<string, string>>;
  readonly handle: NoInfer<RestRoute<z.infer<S>, Shapes>['handle']>;
}

export function restRoute<S extends z.ZodObject, const Shapes extends AnswerShape>({
  otherNames,
  ...route
}: WrittenRoute<S, Shapes>): RestRoute {
  const { form } = route;
  const reading = form === undefined ? {} : { readForm: readerOf(form, route.nestedIn, otherNames) };
  return { ...route, ...reading } as RestRoute;
}

function readerOf(form: z.ZodObject, nestedIn: string | undefined, otherNames?: Readonly<Record<string, string>>) {
  return nestedIn === undefined ? formReader(form, otherNames) : nestedReader(nestedIn, form);
}

/** Whether a request of this method changes something. */
export function isUnsafe({ method }: Pick<RestRoute, 'method'>): boolean {
  return method !== 'GET';
}

/** Throws the 403 unless the caller may use the row at all. What they may do there is decided by the services. */
export function authorize(
  caller: Caller,
  { auth = 'any', refusesTokens = false, scope }: Pick<RestRoute, 'auth' | 'refusesTokens' | 'scope'>,
): void {
  if (caller.kind === 'anonymous') {
    if (auth !== 'any') throw notAuthorized();
    return;
  }
  const { credential } = caller;
  if (credential.kind !== 'token') return;
  if (auth === 'session' || refusesTokens) throw notAuthorized();
  if (scope !== undefined && !credential.scopes.includes(scope)) throw notAuthorized();
}
