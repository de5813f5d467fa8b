import type { GraphQLError, ResponsePath } from 'graphql';

export interface Run {
  readonly context: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly errors: FieldErrors;
}

/** The errors of one run. What fails at or below an answer that is null already is not told again. */
export class FieldErrors {
  readonly told: GraphQLError[] = [];
  readonly #nulled = new Set<ResponsePath | undefined>();

  /** `at` is the answer that became null; undefined: all of them. */
  add(error: GraphQLError, at: ResponsePath | undefined): void {
    for (let place = at; place !== undefined; place = place.prev) if (this.#nulled.has(place)) return;
    if (this.#nulled.has(undefined)) return;
    this.#nulled.add(at);
    this.told.push(error);
  }
}
