import { HeaderMap } from '@apollo/server';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';

/** Top-level errors that the gateway itself raises, with their HTTP status. Source: security 5.1, 6.4. */
function graphError(code: string, message: string, status: number, headers = new HeaderMap()): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status, headers } } });
}

export const badInput = (message: string) => graphError('BAD_INPUT', message, 400);
export const notRegistered = () => graphError('DOCUMENT_NOT_REGISTERED', 'Only registered documents are run here', 400);
export const csrf = () => graphError('CSRF', 'Please refresh the page and try again', 403);
/** A credential came that is definitely no good; a client that had one signs out. */
export const badCredential = () => graphError('NOT_AUTHORIZED', 'Not authorized', 401);
/** A good credential without the right to be here. */
export const notAuthorized = () => graphError('NOT_AUTHORIZED', 'Not authorized', 403);
export const tooLarge = () => graphError('BAD_INPUT', 'Request body too large', 413);

export function unavailable(retryAfterSeconds: number): GraphQLError {
  const headers = new HeaderMap([['retry-after', String(retryAfterSeconds)]]);
  const error = graphError('UNAVAILABLE', "We'll be back shortly!", 503, headers);
  error.extensions.retryAfterSeconds = retryAfterSeconds;
  return error;
}

export function rateLimited(retryAfterSeconds: number): GraphQLError {
  const headers = new HeaderMap([['retry-after', String(retryAfterSeconds)]]);
  return graphError('RATE_LIMITED', 'Cripes! You have been rate limited.', 429, headers);
}

/** Codes whose messages are written for the outside. */
const PUBLIC_CODES = new Set([
  'BAD_INPUT',
  'DOCUMENT_NOT_REGISTERED',
  'CSRF',
  'NOT_AUTHORIZED',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_REQUEST',
]);

/**
 * An error as the outside may see it: code, place and, for known codes, words. Anything else is masked.
 * A variable that does not fit is named without its value, which may be a secret.
 */
export function publicError(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const { code, retryAfterSeconds } = formatted.extensions ?? {};
  const place = {
    ...(formatted.locations === undefined ? {} : { locations: formatted.locations }),
    ...(formatted.path === undefined ? {} : { path: formatted.path }),
  };
  if (code === 'BAD_USER_INPUT') {
    const variable = /^Variable "(\$\w+)"/.exec(formatted.message)?.[1] ?? 'A variable';
    return { message: `${variable} does not fit its type.`, ...place, extensions: { code: 'BAD_INPUT' } };
  }
  if (typeof code !== 'string' || !PUBLIC_CODES.has(code)) {
    return { message: 'An unexpected error occurred :[', ...place, extensions: { code: 'INTERNAL' } };
  }
  const retry = typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {};
  return { message: formatted.message, ...place, extensions: { code, ...retry } };
}
