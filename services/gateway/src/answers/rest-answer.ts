import type { HeaderList } from '../http/security-headers.ts';
import type { AnswerShape, NativeAnswer } from './native-answer.ts';

/** The 200 answer of a row, in one of the shapes that the row has. */
export type RestAnswer<Shapes extends AnswerShape = AnswerShape> = NativeAnswer<Shapes> & BesideTheBody;

interface BesideTheBody {
  /** Written in place of the body, as NDJSON: the JSON text of each line. */
  readonly lines?: readonly string[];
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
