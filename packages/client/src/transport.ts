import { membersOf } from './complete-answer.ts';
import { withNativeTypes } from './native-types.ts';
import { type ErrorFacts, localError, NOT_THE_API, OnceoverError } from './onceover-error.ts';
import { type RetryPolicy, readRetryAfter, waitBefore } from './retries.ts';

/** Email address and API token, sent as Basic credentials. */
export interface Credentials {
  readonly custid: string;
  readonly token: string;
}

export interface TransportOptions {
  /** Scheme and host, such as `https://once.example`. */
  readonly url: string;
  readonly credentials: Credentials | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly retry: RetryPolicy;
  readonly random: () => number;
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** Such as `/api/v2/status`. */
  readonly path: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** What must not be in an error's text, besides the credentials. */
  readonly sensitive: readonly (string | undefined)[];
  readonly retry?: Partial<RetryPolicy>;
  /** How long the server was asked to wait before it answers, in milliseconds. Every attempt may take so much longer. */
  readonly waitMs?: number;
  /** Only Onceover has this answer, in native types; it is left as it came. */
  readonly isNative?: boolean;
  /** Whether the same may be sent once more, after a lost answer or a refusal for now. Default: a GET may. */
  readonly mayRepeat?: (error: OnceoverError) => boolean | Promise<boolean>;
}

const SHORTEST_HIDDEN = 4;
const LIKE_A_KEY = /\b[0-9a-z]{31,64}\b/g;
/** Of a server's sentence; a page of HTML is none. */
const LONGEST_MESSAGE = 500;

/** Codes for what Onetime Secret v0.18 says without one. */
const codeOfText: Readonly<Record<string, string>> = {
  'Unknown secret': 'unknown_secret',
  'Not authorized': 'not_authorized',
  'Cripes! You have been rate limited.': 'rate_limited',
  'Double check that passphrase': 'bad_passphrase',
  'Secret could not be burned.': 'not_burned',
  'You did not provide anything to share': 'empty_secret',
};

/** Sends requests, each as often as it is safe and useful. Throws nothing but `OnceoverError`. */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  async send(request: ApiRequest): Promise<unknown> {
    const { random } = this.#options;
    const policy = { ...this.#options.retry, ...request.retry };
    const begun = Date.now();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#sendOnce(request);
      } catch (error) {
        if (!(error instanceof OnceoverError)) throw error;
        const { retryAfterSeconds } = error;
        const elapsedMs = Date.now() - begun;
        const wait = isPassing(error)
          ? waitBefore(attempt, { policy, elapsedMs, retryAfterSeconds, random })
          : undefined;
        const mayRepeat = request.mayRepeat ?? (() => request.method === 'GET');
        if (wait === undefined || !(await mayRepeat(error))) throw counted(error, attempt);
        await pause(wait, request.signal);
      }
    }
  }

  async #sendOnce(request: ApiRequest): Promise<unknown> {
    const { fetch, url, headers } = this.#options;
    const { method, path, fields, signal, waitMs = 0 } = request;
    const timeoutMs = this.#options.timeoutMs + waitMs;
    if (isAborted(signal)) throw aborted();
    // Not AbortSignal.any: a signal that lives for weeks, as of whoever follows, would remember each attempt.
    const attempt = new AbortController();
    const stop = () => attempt.abort();
    const timer = setTimeout(stop, timeoutMs);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const response = await fetch(url + path, {
        method,
        headers: { accept: 'application/json', ...headers, ...this.#headersOf(request) },
        // A redirect would take secret and credentials somewhere else.
        redirect: 'manual',
        // Cookies would make it a browser's session, which needs a form token.
        credentials: 'omit',
        signal: attempt.signal,
        ...(fields === undefined ? {} : { body: JSON.stringify(fields) }),
      });
      return this.#read(response, await response.text(), request);
    } catch (error) {
      if (error instanceof OnceoverError) throw error;
      throw withoutAnswer(error, { isAborted: isAborted(signal), isLate: attempt.signal.aborted, timeoutMs });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  #headersOf({ fields, idempotencyKey }: ApiRequest): Record<string, string> {
    const { credentials } = this.#options;
    return {
      ...(fields === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(credentials === undefined ? {} : { authorization: `Basic ${encoded(credentials)}` }),
    };
  }

  #read({ status, type, headers }: Response, text: string, request: ApiRequest): unknown {
    const body = jsonOf(text);
    if (status === 200 && body !== undefined) return request.isNative === true ? body : withNativeTypes(body);
    if (type === 'opaqueredirect' || (status >= 300 && status < 400)) throw redirected(status);
    const { message, code } = membersOf(body);
    const said = typeof message === 'string' && message.length <= LONGEST_MESSAGE ? message : undefined;
    const known = typeof code === 'string' && /^[a-z0-9_]{1,40}$/.test(code) ? code : undefined;
    const facts: ErrorFacts = {
      status,
      code: known ?? codeOfText[said ?? ''] ?? (status === 200 ? 'bad_answer' : `http_${status}`),
      message: said === undefined ? withoutWords(status) : this.#hide(said, request),
      retryAfterSeconds: readRetryAfter(headers.get('retry-after'), Date.now()),
    };
    throw new OnceoverError(facts);
  }

  /** A server, or a proxy before it, may repeat what it was sent. */
  #hide(message: string, { sensitive, idempotencyKey }: ApiRequest): string {
    const { credentials } = this.#options;
    const own = credentials === undefined ? [] : [encoded(credentials), credentials.token];
    const hidden = [...sensitive, idempotencyKey, ...own];
    const worth = hidden.filter((text) => text !== undefined && text.length >= SHORTEST_HIDDEN);
    const shown = worth.reduce<string>((left, text) => left.replaceAll(text ?? '', '…'), message);
    return shown.replaceAll(LIKE_A_KEY, '…');
  }
}

/** Whether the same request may well succeed a little later. */
export function isPassing({ status, code }: OnceoverError): boolean {
  return ['network', 'timeout', 'rate_limited'].includes(code) || [429, 502, 503, 504].includes(status);
}

/** Whether it is uncertain that the server did what was asked. */
export function isLost({ status, code }: OnceoverError): boolean {
  return ['network', 'timeout', 'outcome_unknown', 'bad_answer'].includes(code) || status === 502 || status === 504;
}

function counted(error: OnceoverError, attempts: number): OnceoverError {
  const { status, code, message, retryAfterSeconds } = error;
  return new OnceoverError({ status, code, message, retryAfterSeconds, attempts });
}

/** As Basic credentials are. */
function encoded({ custid, token }: Credentials): string {
  const bytes = new TextEncoder().encode(`${custid}:${token}`);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function redirected(status: number): OnceoverError {
  const message = 'The server redirects to another address. Use that address itself, and https where it has it.';
  return new OnceoverError({ status, code: 'redirected', message });
}

function withoutWords(status: number): string {
  return status === 200
    ? NOT_THE_API
    : `The server answered with status ${status} and no explanation. Check its address, or try again later.`;
}

function withoutAnswer(
  error: unknown,
  { isAborted, isLate, timeoutMs }: { isAborted: boolean; isLate: boolean; timeoutMs: number },
): OnceoverError {
  if (isAborted) return aborted();
  if (isLate) return localError('timeout', `The server did not answer within ${timeoutMs / 1000} seconds.`);
  const reason = systemCodeOf(error);
  return localError('network', `The server cannot be reached${reason === undefined ? '' : ` (${reason})`}.`);
}

/** Such as `ECONNREFUSED`. The texts beside it may hold the address, so they are left out. */
function systemCodeOf(error: unknown): string | undefined {
  const found = [membersOf(error).code, membersOf(membersOf(error).cause).code].find(
    (code) => typeof code === 'string',
  );
  return typeof found === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(found) ? found : undefined;
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function aborted(): OnceoverError {
  return localError('aborted', 'The request was aborted.');
}

/** Rejects with `aborted` when the signal stops it. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(aborted());
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
    if (isAborted(signal)) stop();
  });
}
