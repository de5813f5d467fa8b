/** What `/api/v2` did not answer with a code of its own. */
export type LocalCode =
  | 'aborted'
  | 'bad_answer'
  | 'bad_input'
  | 'bad_link'
  | 'bad_signature'
  | 'network'
  | 'outcome_unknown'
  | 'redirected'
  | 'timeout';

export interface ErrorFacts {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The server's `code`, such as `unknown_secret`, or a `LocalCode`. */
  readonly code: string;
  readonly message: string;
  /** How long the server asks to wait, in seconds. */
  readonly retryAfterSeconds?: number | undefined;
  /** How often the request was sent. */
  readonly attempts?: number | undefined;
}

/**
 * The one error of this package. Neither its text nor any other property holds a secret, a passphrase, an API token or a
 * link key, so it may be logged. It has no `cause`: what the platform throws can name the address that was asked.
 */
export class OnceoverError extends Error {
  override readonly name = 'OnceoverError';
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;
  readonly attempts: number;

  constructor({ status, code, message, retryAfterSeconds, attempts = 0 }: ErrorFacts) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.attempts = attempts;
  }
}

/** What went wrong without an answer of the server. */
export function localError(code: LocalCode, message: string): OnceoverError {
  return new OnceoverError({ status: 0, code, message });
}

export const NOT_THE_API = 'The answer is not one of the API. Check the address of the server.';

export function badAnswer(): OnceoverError {
  return localError('bad_answer', NOT_THE_API);
}
