/** Whether a part can do its work right now; `reason` is for operators and names no secret. */
export interface Readiness {
  readonly isReady: boolean;
  readonly reason?: string;
  /** Why the service runs without its keys, and what to do about it; only where it does. */
  readonly sealed?: string;
}

/** What `/health/ready` answers, wherever it is asked: 200, or 503 and the reason. */
export function readinessAnswer({ isReady, reason = 'not ready' }: Readiness) {
  return isReady ? { status: 200, body: { status: 'ready' } } : { status: 503, body: { status: 'not ready', reason } };
}

/** What `/health/live` answers: it answers. */
export const liveAnswer = { status: 200, body: { status: 'live' } };

/** Ready as a whole when every part is; the reasons of those that are not are joined. */
export function allReady(parts: readonly Readiness[]): Readiness {
  const reasons = parts.filter((part) => !part.isReady).map((part) => part.reason ?? 'not ready');
  if (reasons.length === 0) return { isReady: true };
  const sealed = parts.find((part) => part.sealed !== undefined)?.sealed;
  return { isReady: false, reason: reasons.join('; '), ...(sealed === undefined ? {} : { sealed }) };
}

/** How one consumer is doing in one shard of one log, as all processes see it. */
export interface ConsumerReport {
  /** Its name and version, such as `shelf.labels@1`. */
  readonly consumer: string;
  readonly source: string;
  readonly shard: number;
  /** Events not handled yet, counted up to 10,000, and the age of the oldest in seconds. */
  readonly lag: { readonly events: number; readonly seconds: number };
  readonly isHalted: boolean;
}
