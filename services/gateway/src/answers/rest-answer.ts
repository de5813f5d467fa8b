import type { HeaderList } from '../http/security-headers.ts';
import type { NativeAnswer } from './native-answer.ts';

/** The 200 answer of a row. */
export type RestAnswer = NativeAnswer & BesideTheBody;

interface BesideTheBody {
  /** An earlier answer given again: adds the header `Idempotent-Replayed`. */
  readonly isReplay?: boolean;
  /** Set as the session cookie. */
  readonly newSession?: string;
  /** More `Set-Cookie` values, made by `tools.cookies`. */
  readonly setCookies?: readonly string[];
  /** More headers: name, value, name, value. */
  readonly headers?: HeaderList;
  /** The path where a plain form's browser goes next; absent: back to its page. */
  readonly goTo?: string;
  /** Code of the notice a plain form's page shows; absent: none. */
  readonly notice?: string;
}
