/** What `/api/v2` answers when the gateway itself says no. Texts: REST contract 1.3. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** Members of the body beside `message`, `code` and `shrimp`. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;
  /** A session to set with the answer. */
  readonly newSession: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      fields?: Readonly<Record<string, unknown>>;
      retryAfterSeconds?: number;
      newSession?: string | undefined;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = more.fields ?? FAILED;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.newSession = more.newSession;
  }
}

const FAILED = { success: false } as const;
const BAD_JSON = 'Failed to parse body as JSON';
const MAX_KEY = 64;

export const badJson = () => new ApiError(400, 'bad_json', BAD_JSON, { fields: { error: BAD_JSON } });
export const badEncoding = () => new ApiError(400, 'bad_encoding', 'The request could not be decoded');
export const badPayload = () => new ApiError(400, 'bad_payload', 'Incorrect payload format');
export const badIdempotencyKey = () => new ApiError(400, 'bad_idempotency_key', 'Malformed Idempotency-Key');
export const badType = () => new ApiError(415, 'bad_type', 'Unsupported content type');
export const tooLarge = () => new ApiError(413, 'too_large', 'Request body too large');
export const notFound = () => new ApiError(404, 'not_found', 'Not Found', { fields: {} });
export const notAuthorized = () => new ApiError(403, 'not_authorized', 'Not authorized', { fields: {} });
/** A feature that this installation does not offer; `path` is that of its page. */
export const notAvailable = (path: string) =>
  new ApiError(404, 'not_available', `${path} is not available`, { fields: {} });
export const misdirected = () => new ApiError(421, 'unknown_host', 'Unknown host', { fields: {} });
export const unexpected = () => new ApiError(500, 'unexpected', 'An unexpected error occurred :[');

export const badShrimp = (newSession?: string) =>
  new ApiError(400, 'csrf', 'Please refresh the page and try again', { newSession });

export const rateLimited = (retryAfterSeconds?: number) =>
  new ApiError(400, 'rate_limited', 'Cripes! You have been rate limited.', retry(retryAfterSeconds));

export const unavailable = (code: 'unavailable' | 'outcome_unknown', retryAfterSeconds: number) =>
  new ApiError(503, code, "We'll be back shortly!", retry(retryAfterSeconds));

/** One answer for keys never issued, received, burned, expired or malformed. */
export const unknownSecret = (key: string) =>
  new ApiError(404, 'unknown_secret', 'Unknown secret', { fields: { secret_key: key.slice(0, MAX_KEY) } });

function retry(seconds: number | undefined): { retryAfterSeconds?: number } {
  return seconds === undefined ? {} : { retryAfterSeconds: seconds };
}
