/** An error that is named after its class. */
export class NamedError extends Error {
  constructor(message?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Something is there that only a newer version of this software can read. Nothing is wrong with it: it waits for one. */
export class WrittenByNewerVersion extends NamedError {}

type ErrorClass = abstract new (...args: never[]) => Error;

/** For `catch`: forgives errors of these classes and throws any other. */
export function ignoring(...classes: readonly ErrorClass[]): (error: unknown) => undefined {
  return (error) => {
    if (!classes.some((each) => error instanceof each)) throw error;
  };
}

/** The code that the system and the database give their errors, such as `ENOENT` or an SQLSTATE. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** What the rules refuse. Thrown by domains, answered by the edges; carries a stable code and harmless details only. */
export class DomainError extends NamedError {
  readonly code: string;
  readonly details: Readonly<Record<string, string | number | boolean>>;

  constructor(code: string, details: Readonly<Record<string, string | number | boolean>> = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/** The class of what is refused with one code: `class EmptyBox extends refusal<RefusalCode>('box.empty') {}`. */
export function refusal<Code extends string>(code: Code) {
  return class extends DomainError {
    constructor(details: DomainError['details'] = {}) {
      super(code, details);
    }
  };
}

/** Something we need is unavailable. Every edge answers 503 with `Retry-After`; never a "no". */
export class OutageError extends NamedError {
  /** What is unavailable: `postgres`, `keys`, `argon2` … One word of a closed set, used as a log field. */
  readonly dependency: string;
  readonly retryAfterSeconds: number;

  constructor(dependency: string, options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(`${dependency} is not available`, { cause: options.cause });
    this.dependency = dependency;
    this.retryAfterSeconds = options.retryAfterSeconds ?? 5;
  }
}

/**
 * A write whose outcome nobody knows: the connection was lost while it committed.
 *
 * The caller withholds whatever it prepared and answers 503 `outcome_unknown`; a retry with the same key finds the truth.
 */
export class OutcomeUnknownError extends OutageError {}

/** The caller may not do this: nobody we know, a credential without the scope, or the wrong role. 403, never a refusal. */
export class NotAuthorizedError extends NamedError {
  constructor() {
    super('not authorized');
  }
}
