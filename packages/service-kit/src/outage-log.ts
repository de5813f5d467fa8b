import type { Logger } from './logging.ts';

export interface MetOutage {
  readonly requestId: string;
  readonly dependency: string;
  readonly code: string;
}

/** No request met it for this long: it is over. */
const QUIET_MS = 30_000;

/**
 * Logs the outages that requests meet: the first request of each, and its end, with how many met it. During an outage
 * nearly every request does, and a line for each would bury what matters and fill the disk that may be the reason.
 */
export function createOutageLog(log: Logger): (met: MetOutage) => void {
  const open = new Map<string, { requests: number; readonly since: number; timer: NodeJS.Timeout }>();

  function end(dependency: string): void {
    const outage = open.get(dependency);
    open.delete(dependency);
    if (outage === undefined) return;
    const seconds = Math.round((Date.now() - QUIET_MS - outage.since) / 1_000);
    log.warn({ dependency, requests: outage.requests, seconds }, 'requests meet this outage no more');
  }

  return ({ requestId, dependency, code }) => {
    const outage = open.get(dependency);
    if (outage !== undefined) {
      outage.requests += 1;
      outage.timer.refresh();
      return;
    }
    log.warn({ requestId, dependency, code }, 'requests meet an outage');
    const timer = setTimeout(() => end(dependency), QUIET_MS).unref();
    open.set(dependency, { requests: 1, since: Date.now(), timer });
  };
}
