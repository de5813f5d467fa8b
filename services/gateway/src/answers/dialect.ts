import type { ApiError } from '../http/api-error.ts';
import type { NativeAnswer, NativeAnswers } from './native-answer.ts';

/** What answers look like to one family of clients. The dialects are the folders of `rest/dialects`. */
export interface Dialect {
  /** How a shape is written; one without an entry goes out as the row made it. */
  readonly answers: { readonly [Shape in keyof NativeAnswers]?: (answer: NativeAnswers[Shape]) => object };
  /** How an error is written. */
  readonly error: (error: ApiError, about: Answered) => { readonly status: number; readonly body: object };
}

/** The request that an error answers. */
export interface Answered {
  /** The form token of an answer to a POST. */
  readonly shrimp: string | undefined;
  readonly requestId: string;
  /** The key in its path; empty where there is none. */
  readonly key: string;
}

/** The body of an answer as a dialect writes it. */
export function inDialect(dialect: Dialect, { shape, body }: NativeAnswer): object {
  // A shape and its body come from one answer, which the compiler does not see in two variables.
  const write = dialect.answers[shape] as ((answer: object) => object) | undefined;
  return write === undefined ? body : write(body);
}
