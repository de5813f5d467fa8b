/** What the rules refuse. Thrown by domains, answered by the edges; carries a stable code and harmless details only. */
export class DomainError extends Error {
  readonly code: string;
  readonly details: Readonly<Record<string, string | number | boolean>>;

  constructor(code: string, details: Readonly<Record<string, string | number | boolean>> = {}) {
    super(code);
    this.name = new.target.name;
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
export class OutageError extends Error {
  /** What is unavailable: `postgres`, `keys`, `argon2` … One word of a closed set, used as a log field. */
  readonly dependency: string;
  readonly retryAfterSeconds: number;

  constructor(dependency: string, options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(`${dependency} is not available`, { cause: options.cause });
    this.name = new.target.name;
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
export class NotAuthorizedError extends Error {
  constructor() {
    super('not authorized');
    this.name = new.target.name;
  }
}
