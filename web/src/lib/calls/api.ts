import { intentHeader } from '@onceover/schema/web/opening';
import { ApiError, isOffline } from './api-error.ts';
import { noteAuthAnswer } from './auth-signals.ts';
import { adoptFormToken, formToken, markSessionSeen } from './form-token.ts';
import { noteServerTime } from './server-clock.ts';

export interface ApiRequest {
  readonly path: string;
  /** Fields of a POST; without them the call is a GET. */
  readonly form?: Readonly<Record<string, string>>;
  /** 256 random bits of this submit; the same again only to retry it. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** The page asks by itself; this must not keep an idle session alive. */
  readonly isBackground?: boolean;
  /** The page of a link asks for what opens it. */
  readonly asksIntent?: boolean;
}

/**
 * Calls the server and returns its JSON answer.
 *
 * Shape    forms go url-encoded with the form token; a new token in the answer replaces it
 * Refuses  ApiError; a refused form token is replaced and the call made once more
 * Source   specification 7 and 8; web reference 1.3 and 3 "Which when"
 */
export async function api<Answer extends object>(request: ApiRequest): Promise<Answer> {
  try {
    return await call<Answer>(request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'csrf') throw error;
    markSessionSeen();
    return call<Answer>(request);
  }
}

async function call<Answer extends object>(request: ApiRequest): Promise<Answer> {
  const response = await send(request);
  noteServerTime(response.headers);
  const body = await readJson(response, request);
  if (isObject(body)) adoptFormToken(body.shrimp);
  if (!response.ok) throw refusal(response, body, request);
  if (!isObject(body)) throw new ApiError({ failure: 'format', url: request.path, status: response.status });
  return body as Answer;
}

async function send({ path, form, idempotencyKey, signal, isBackground, asksIntent }: ApiRequest): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
  if (isBackground === true) headers['O-Background'] = '1';
  if (asksIntent === true) headers[intentHeader] = '1';
  const init: RequestInit = { headers, credentials: 'same-origin', cache: 'no-store' };
  if (signal !== undefined) init.signal = signal;
  if (form !== undefined) {
    init.method = 'POST';
    init.body = new URLSearchParams({ ...form, shrimp: formToken() ?? '' });
  }
  const wasOffline = isOffline();
  try {
    return await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError({ failure: 'no-response', url: path, wasOffline });
  }
}

async function readJson(response: Response, { path: url, form }: ApiRequest): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch {
    throw new ApiError({ failure: 'no-response', url, status: response.status });
  }
  try {
    return JSON.parse(text);
  } catch {
    const refused = form === undefined ? 'fetch' : 'refresh';
    throw new ApiError({ failure: response.ok ? 'incomplete' : refused, url, status: response.status });
  }
}

function refusal(response: Response, body: unknown, { path: url, form }: ApiRequest): ApiError {
  const fields = isObject(body) ? body : {};
  const code = typeof fields.code === 'string' ? fields.code : null;
  noteAuthAnswer(response.status, code);
  const serverMessage = typeof fields.message === 'string' ? fields.message : null;
  const wordless = form === undefined ? 'fetch' : 'failed';
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError({
    failure: serverMessage === null ? wordless : 'refused',
    url,
    status: response.status,
    code,
    serverMessage,
    members: fields,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
