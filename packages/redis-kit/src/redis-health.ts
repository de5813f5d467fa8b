import { NamedError } from '@onceover/service-kit/errors';
import type { Logger } from '@onceover/service-kit/logging';

/** Redis did not answer, or refused. Whoever asked goes on without it. */
export class RedisUnavailable extends NamedError {
  constructor(cause?: unknown) {
    super('redis is not available', { cause });
  }
}

/** No answer came in time. */
export class RedisTooSlow extends NamedError {
  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
  }
}

export interface RedisHealthOptions {
  readonly log: Logger;
  /** Resolves when Redis does again what is asked of it. */
  readonly probe: () => Promise<unknown>;
}

/** Pause between two tries while Redis is unavailable, in milliseconds; and the longest. */
const PROBE_EVERY_MS = 500;
const PROBE_SELDOM_MS = 15_000;
/** An outage that comes so soon after the last is the same trouble: it is tried half as often, and so said half as often. */
const SOON_MS = 10_000;

/**
 * Whether Redis is worth asking. After the first failure nobody waits for it again until a probe was answered. Each outage is
 * logged once with its reason, and its end once.
 */
export class RedisHealth implements Disposable {
  readonly #options: RedisHealthOptions;
  #since: number | undefined;
  #recoveredAt = Number.NEGATIVE_INFINITY;
  #pauseMs = PROBE_EVERY_MS;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: RedisHealthOptions) {
    this.#options = options;
  }

  get isAvailable(): boolean {
    return this.#since === undefined && !this.#isStopped;
  }

  failed(error: unknown): void {
    if (!this.isAvailable) return;
    this.#since = performance.now();
    const isSoon = this.#since - this.#recoveredAt < SOON_MS;
    this.#pauseMs = isSoon ? Math.min(this.#pauseMs * 2, PROBE_SELDOM_MS) : PROBE_EVERY_MS;
    this.#options.log.warn({ reason: reasonOf(error) }, 'Redis is unavailable; this process goes on alone');
    this.#probeSoon();
  }

  [Symbol.dispose](): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #probeSoon(): void {
    this.#timer = setTimeout(() => {
      this.#options.probe().then(
        () => this.#recover(),
        () => this.#isStopped || this.#probeSoon(),
      );
    }, this.#pauseMs).unref();
  }

  #recover(): void {
    if (this.#isStopped || this.#since === undefined) return;
    this.#recoveredAt = performance.now();
    const seconds = Math.round((this.#recoveredAt - this.#since) / 100) / 10;
    this.#since = undefined;
    this.#options.log.warn({ seconds }, 'Redis is available again');
  }
}

/** An error of the library holds the whole command, and so perhaps a password: only its text is for people. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as NodeJS.ErrnoException;
  return error.message || code || error.name;
}

/**
 * The answer, or `RedisTooSlow`. An answer that has arrived counts even where this process was too busy to read it: the
 * last look comes after what the system has for it was read.
 */
export function withinMs<Value>(answer: Promise<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const tooSlow = () => reject(new RedisTooSlow(ms));
    const timer = setTimeout(() => setImmediate(tooSlow), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
