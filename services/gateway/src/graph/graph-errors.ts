import { HeaderMap } from '@apollo/server';
import { edgeRefusals } from '@onceover/schema/refusals/edge-refusals';
import { GraphQLError, type GraphQLFormattedError, Kind } from 'graphql';
import type { ApiError } from '../http/api-error.ts';

/** Top-level errors that the gateway itself raises, with their HTTP status. Source: security 5.1, 6.4. */
function graphError(code: string, message: string, status: number, headers = new HeaderMap()): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status, headers } } });
}

/** An error of the gateway on `/api/v2`, as the graph answers it. */
function edgeError(
  name:
    | 'too_large'
    | 'csrf'
    | 'not_authorized'
    | 'rate_limited'
    | 'unavailable'
    | 'captcha_missing'
    | 'captcha_failed'
    | 'intent_needed',
  headers?: HeaderMap,
) {
  const { message, graph } = edgeRefusals[name];
  return graphError(graph.code, message, graph.status, headers);
}

export const badInput = (message: string) => graphError('BAD_INPUT', message, 400);
/** No caller like this one ever has so many points. */
export const tooCostly = (cost: number, points: number) =>
  badInput(
    `The document costs ${cost} points, and there are ${points} a minute: ask for shorter lists or fewer fields`,
  );
export const notRegistered = () => graphError('DOCUMENT_NOT_REGISTERED', 'Only registered documents are run here', 400);
export const csrf = () => edgeError('csrf');
/** A credential that is certainly invalid; a client that sent it signs out. */
export function badCredential(): GraphQLError {
  const { message, graph } = edgeRefusals.not_authorized;
  return graphError(graph.code, message, 401);
}
/** A valid credential that may not do this. */
export const notAuthorized = () => edgeError('not_authorized');
export const tooLarge = () => edgeError('too_large');

export function unavailable(retryAfterSeconds: number): GraphQLError {
  const error = edgeError('unavailable', new HeaderMap([['retry-after', String(retryAfterSeconds)]]));
  error.extensions.retryAfterSeconds = retryAfterSeconds;
  return error;
}

export const rateLimited = (retryAfterSeconds: number) =>
  edgeError('rate_limited', new HeaderMap([['retry-after', String(retryAfterSeconds)]]));

/** What visitors get where they must solve a challenge first: `CAPTCHA_MISSING`, or `CAPTCHA_FAILED`. */
export function captchaNeeded({ code }: ApiError): GraphQLError {
  return edgeError(code === 'captcha_failed' ? code : 'captcha_missing');
}

/** A browser opens links on their pages: the graph has no intents. */
export const intentNeeded = () => edgeError('intent_needed');

/** Codes whose messages are written for clients. */
const PUBLIC_CODES = new Set([
  'BAD_INPUT',
  'DOCUMENT_NOT_REGISTERED',
  'CSRF',
  'NOT_AUTHORIZED',
  'RATE_LIMITED',
  'RESYNC_REQUIRED',
  'CAPTCHA_MISSING',
  'CAPTCHA_FAILED',
  'INTENT_NEEDED',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_REQUEST',
]);

/**
 * An error of a plan, as the supergraph shows it: with one place in the document, and without any for the fields at the top,
 * which it asks in words of its own.
 */
export function shownError(error: GraphQLError): GraphQLFormattedError {
  const { code = isOfVariable(error) ? 'BAD_USER_INPUT' : 'INTERNAL_SERVER_ERROR', ...more } = error.extensions;
  const { locations = [], ...formatted } = error.toJSON();
  const place = locations.length === 0 || error.path?.length === 1 ? {} : { locations: locations.slice(0, 1) };
  return publicError({ ...formatted, ...place, extensions: { ...more, code } });
}

function isOfVariable({ nodes }: GraphQLError): boolean {
  return nodes?.[0]?.kind === Kind.VARIABLE_DEFINITION;
}

/**
 * An error as a client may see it: code, location and, for known codes, the message. Anything else is masked.
 * A variable that does not fit is named without its value, which may be a secret.
 */
export function publicError(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const { code, retryAfterSeconds } = formatted.extensions ?? {};
  const place = {
    ...(formatted.locations === undefined ? {} : { locations: formatted.locations }),
    ...(formatted.path === undefined ? {} : { path: formatted.path }),
  };
  if (code === 'BAD_USER_INPUT') {
    return { message: unfitVariable(formatted.message), ...place, extensions: { code: 'BAD_INPUT' } };
  }
  if (typeof code !== 'string' || !PUBLIC_CODES.has(code)) {
    const { message, graph } = edgeRefusals.unexpected;
    return { message, ...place, extensions: { code: graph.code } };
  }
  const retry = typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {};
  return { message: formatted.message, ...place, extensions: { code, ...retry } };
}

/** Says which variable does not fit, and not what was in it; `message` is that of graphql-js. */
export function unfitVariable(message: string): string {
  return `${/^Variable "(\$\w+)"/.exec(message)?.[1] ?? 'A variable'} does not fit its type.`;
}
