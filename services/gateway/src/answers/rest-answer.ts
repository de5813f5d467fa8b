import type { HeaderList } from '../http/security-headers.ts';

/** A 200 of a row. */
export interface RestAnswer {
  readonly body: object;
  /** Repeats an earlier answer: the header `Idempotent-Replayed`. */
  readonly isReplay?: boolean;
  /** Becomes the session cookie. */
  readonly newSession?: string;
  /** More `Set-Cookie` values, made by `tools.cookies`. */
  readonly setCookies?: readonly string[];
  /** More headers: name, value, name, value. */
  readonly headers?: HeaderList;
  /** Where a plain form goes on: a path of ours; absent: back to its page. */
  readonly goTo?: string;
  /** Code of the notice a plain form's page shows; absent: none. */
  readonly notice?: string;
}
