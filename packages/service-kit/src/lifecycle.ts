/** Whether a part can do its work right now; `reason` is for operators and names no secret. */
export interface Readiness {
  readonly isReady: boolean;
  readonly reason?: string;
}

/** Ready as a whole when every part is; the reasons of those that are not are joined. */
export function allReady(parts: readonly Readiness[]): Readiness {
  const reasons = parts.filter((part) => !part.isReady).map((part) => part.reason ?? 'not ready');
  return reasons.length === 0 ? { isReady: true } : { isReady: false, reason: reasons.join('; ') };
}
