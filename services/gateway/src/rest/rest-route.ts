import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '@onceover/graphql-kit/caller';
import type { Readiness } from '@onceover/service-kit/lifecycle';
import type { FormTokens } from '../form-token/form-token.ts';
import type { Site } from '../hosts/site.ts';
import type { LimitName } from '../limits/limit-table.ts';
import type { Locale } from '../locale/choose-locale.ts';
import type { FormReader } from './forms/form-reader.ts';
import type { ExecuteOperation } from './operations/stored-operation.ts';
import type { Links } from './presenters/links.ts';

/** What every row may use. */
export interface RestTools {
  readonly execute: ExecuteOperation;
  readonly links: Links;
  /** Whole Unix seconds. */
  readonly now: () => number;
  readonly readiness: () => Promise<Readiness>;
  readonly version: string;
  readonly tokens: FormTokens;
  readonly site: Site;
  readonly compatibleTypes: boolean;
}

/** A request as a row sees it: decoded, counted and checked. */
export interface RestRequest<F> {
  readonly form: F;
  /** The key in the path, decoded; empty where the row has none. */
  readonly key: string;
  readonly caller: Caller;
  /** Well-formed; absent where none was sent. */
  readonly idempotencyKey: string | undefined;
  /** For the answer of a POST. */
  readonly shrimp: string;
  readonly locale: Locale;
  readonly headers: IncomingHttpHeaders;
  /** The session cookie and the token as sent. */
  readonly session: string | undefined;
  readonly sentShrimp: string | undefined;
}

/** A 200 of a row. */
export interface RestAnswer {
  readonly body: object;
  /** Repeats an earlier answer: the header `Idempotent-Replayed`. */
  readonly isReplay?: boolean;
  readonly newSession?: string;
}

/** One row of the REST contract. */
export interface RestRoute<F = unknown> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly limit?: LimitName;
  /** How the fields of a POST are read. */
  readonly readForm?: FormReader<F>;
  readonly takesIdempotencyKey?: boolean;
  /** Only the row that hands out tokens answers without one. */
  readonly answersWithoutToken?: boolean;
  readonly handle: (request: RestRequest<F>, tools: RestTools) => Promise<RestAnswer> | RestAnswer;
}

/** Keeps the types of a row's form together. */
export function restRoute<F>(route: RestRoute<F>): RestRoute {
  return route as RestRoute;
}
