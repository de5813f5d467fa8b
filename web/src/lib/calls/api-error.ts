/**
 * Why a call has no usable answer.
 *
 * `no-response` nothing came back · `incomplete` a success that is not JSON · `refused` an error with a message ·
 * `failed` an error without one · `refresh` an error that is not JSON · `fetch` either of these to a GET ·
 * `format` JSON of another shape
 */
export type ApiFailure = 'no-response' | 'incomplete' | 'refused' | 'failed' | 'refresh' | 'fetch' | 'format';

interface ApiErrorDetails {
  readonly failure: ApiFailure;
  readonly url: string;
  readonly status?: number;
  readonly code?: string | null;
  /** Several refusals at once: those of a form that the page itself checked. */
  readonly codes?: readonly string[];
  readonly serverMessage?: string | null;
  readonly retryAfterSeconds?: number | null;
  readonly wasOffline?: boolean;
  readonly members?: Readonly<Record<string, unknown>>;
}

/** A failed call to the server. The words for people are chosen where it is shown, by language. */
export class ApiError extends Error {
  readonly failure: ApiFailure;
  readonly url: string;
  /** HTTP status, 0 when no answer came. */
  readonly status: number;
  /** Stable code of the REST contract. */
  readonly code: string | null;
  /** All of them, when the page found several; else the one above. */
  readonly codes: readonly string[];
  readonly serverMessage: string | null;
  readonly retryAfterSeconds: number | null;
  /** There was no connection when the call was made, so nothing was sent. Later it cannot be told. */
  readonly wasOffline: boolean;
  /** Of the answer, such as what the next try needs. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(details: ApiErrorDetails) {
    super(`The call failed: ${details.failure}`);
    this.name = 'ApiError';
    this.failure = details.failure;
    this.url = details.url;
    this.status = details.status ?? 0;
    this.codes = details.codes ?? (details.code == null ? [] : [details.code]);
    this.code = this.codes[0] ?? null;
    this.serverMessage = details.serverMessage ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.wasOffline = details.wasOffline ?? false;
    this.members = details.members ?? {};
  }

  /** The server may or may not have done what was asked: no answer, an outage, or an incomplete answer. */
  get isOutcomeUnknown(): boolean {
    return this.failure === 'no-response' || this.failure === 'incomplete' || this.status >= 500;
  }
}

/** Whether a call that is made now cannot leave this device. */
export function isOffline(): boolean {
  return navigator.onLine === false;
}
