/** How often, and how long, a request is tried again. */
export interface RetryPolicy {
  /** Attempts after the first one. */
  readonly retries: number;
  /** The longest wait between two attempts, in milliseconds. A server that asks for a longer one gets no further attempt. */
  readonly longestWaitMs: number;
  /** The longest wait that a server may ask for, where it may be longer than those of our own. Default: `longestWaitMs`. */
  readonly longestAskedMs?: number;
  /** When the last attempt may begin, in milliseconds after the first one. */
  readonly withinMs: number;
}

const FIRST_WAIT_MS = 250;

/**
 * How long to wait before the next attempt, in milliseconds; undefined if there is none. The wait doubles and is drawn between half of
 * that and the whole, so that clients that failed together do not come back together. It is never shorter than the server asks.
 */
export function waitBefore(
  attempt: number,
  {
    policy,
    elapsedMs,
    retryAfterSeconds,
    random,
  }: {
    readonly policy: RetryPolicy;
    readonly elapsedMs: number;
    readonly retryAfterSeconds: number | undefined;
    /** From 0 to 1. */
    readonly random: () => number;
  },
): number | undefined {
  if (attempt > policy.retries) return undefined;
  const doubled = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), policy.longestWaitMs);
  const asked = (retryAfterSeconds ?? 0) * 1000;
  if (asked > (policy.longestAskedMs ?? policy.longestWaitMs)) return undefined;
  const wait = Math.max(asked, doubled / 2) + (random() * doubled) / 2;
  return elapsedMs + wait > policy.withinMs ? undefined : Math.round(wait);
}

/** The header `Retry-After` in seconds: a number of them, or a date; undefined if it is neither. */
export function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1000));
}
