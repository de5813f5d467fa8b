import { type EdgeRefusalCode, edgeRefusals } from '@onceover/schema/refusals/edge-refusals';
import { secretRefusals } from '@onceover/schema/refusals/secret-refusals';
import type { AltchaChallengeAnswer } from '@onceover/schema/rest/site';

interface MoreOfError {
  /** Instead of those that answers with this status have. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Besides them. */
  readonly besides?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number | undefined;
  readonly newSession?: string | undefined;
  readonly isSealed?: boolean;
  readonly tries?: number | undefined;
}

/** An error answer of `/api/v2`. Its words and its code are those of the schema's refusals. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** Members of the body besides `message`, `code` and `shrimp`. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;
  /** A session to set with the answer. */
  readonly newSession: string | undefined;
  /** Whether the keys are not there, rather than anything else. */
  readonly isSealed: boolean;
  /** How many wrong passphrases are allowed, where they are what was counted. */
  readonly tries: number | undefined;

  constructor(status: number, code: string, message: string, more: MoreOfError = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = { ...(more.fields ?? (plainStatuses.has(status) ? {} : FAILED)), ...more.besides };
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.newSession = more.newSession;
    this.isSealed = more.isSealed ?? false;
    this.tries = more.tries;
  }
}

const FAILED = { success: false } as const;
/** Statuses whose answers say no more than `message` and `code`. Source: REST contract 1.3. */
export const plainStatuses: ReadonlySet<number> = new Set([403, 404, 421]);
const MAX_KEY = 64;

function edgeError(code: EdgeRefusalCode, more?: MoreOfError): ApiError {
  const { status, message } = edgeRefusals[code];
  return new ApiError(status, code, message, more);
}

export const badJson = () => edgeError('bad_json', { fields: { error: edgeRefusals.bad_json.message } });
export const badEncoding = () => edgeError('bad_encoding');
export const badPayload = () => edgeError('bad_payload');
export const badIdempotencyKey = () => edgeError('bad_idempotency_key');
export const badType = () => edgeError('bad_type');
export const tooLarge = () => edgeError('too_large');
export const notFound = () => edgeError('not_found');
export const notAuthorized = () => edgeError('not_authorized');
export const misdirected = () => edgeError('unknown_host');
export const unexpected = () => edgeError('unexpected');
export const captchaMissing = () => edgeError('captcha_missing');
export const captchaFailed = () => edgeError('captcha_failed');
/** For the page, with the intent of its next try: nothing was opened. */
export const intentNeeded = (intent: string) => edgeError('intent_needed', { besides: { intent } });
/** The same, with the proof of work that is done while the button is held. */
export const holdAsked = (intent: string, challenge: AltchaChallengeAnswer) =>
  edgeError('hold_asked', { besides: { intent, challenge } });
export const badShrimp = (newSession?: string) => edgeError('csrf', { newSession });
export const rateLimited = (retryAfterSeconds?: number) => edgeError('rate_limited', { retryAfterSeconds });

export const notOwner = () => edgeError('not_owner');
export const notEntitled = () => edgeError('no_entitlement');
export const guestRoutesDisabled = () => edgeError('GUEST_ROUTES_DISABLED');

export const unavailable = (
  code: 'unavailable' | 'outcome_unknown',
  retryAfterSeconds: number,
  more: Pick<MoreOfError, 'isSealed'> = {},
) => edgeError(code, { retryAfterSeconds, ...more });

/** A feature that this installation has turned off; `path` is the path of its page. */
export function notAvailable(path: string): ApiError {
  const { status, message } = edgeRefusals.not_available;
  return new ApiError(status, 'not_available', `${path} ${message}`);
}

/** The same answer for keys that were never issued, are malformed, or whose secret was received, burned or has expired. */
export function unknownSecret(key: string): ApiError {
  const { message, rest } = secretRefusals['secret.gone'];
  return new ApiError(rest.status, rest.code, message, { fields: { secret_key: repeatedKey(key) } });
}

/** As much of a key in a path as an answer repeats. */
export function repeatedKey(key: string): string {
  return key.slice(0, MAX_KEY);
}
