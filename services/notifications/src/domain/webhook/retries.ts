const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds after the first try, the second, and so on. Source: Standard Webhooks 1.0. */
const RESTS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, DAY] as const;
/** Which part of a rest is left to chance, either way, so that what failed together is not tried again together. */
const JITTER = 0.2;

/** Tries a delivery gets before it is given up. */
export const MAX_TRIES = RESTS.length + 1;

/** How long nothing may arrive before a webhook is switched off. */
const MAX_FAILING_SECONDS = 5 * DAY;

/** Answers whose `Retry-After` says when to come back. */
const ASKS_FOR_REST: ReadonlySet<number | null> = new Set([429, 503]);
const GONE = 410;

/** What a try that did not arrive was answered. */
export interface FailedTry {
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
}

/**
 * Seconds to rest after the `tries`th try (from 1) did not arrive; null when it was the last. A receiver that asks for a longer rest gets
 * it, up to a day.
 *
 * Units  `chance` is from 0 up to 1
 */
export function restAfter(tries: number, { status, retryAfterSeconds }: FailedTry, chance: number): number | null {
  const rest = RESTS[tries - 1];
  if (rest === undefined) return null;
  const ours = rest * (1 + JITTER * (2 * chance - 1));
  const asked = ASKS_FOR_REST.has(status) ? (retryAfterSeconds ?? 0) : 0;
  return Math.max(ours, Math.min(asked, DAY));
}

/** Whether a try that did not arrive, after `failingSince` as the first of a row of them, switches its webhook off, and why. */
export function switchedOff(status: number | null, failingSince: Date, now: Date): 'gone' | 'failing' | null {
  if (status === GONE) return 'gone';
  const failingSeconds = (now.getTime() - failingSince.getTime()) / 1000;
  return failingSeconds >= MAX_FAILING_SECONDS ? 'failing' : null;
}

/**
 * The seconds that a header `Retry-After` asks for, given as such or as a time; null when it says nothing.
 *
 * Source  RFC 9110, 10.2.3 and 5.6.7: times in three forms, all of them UTC
 */
export function retryAfterSeconds(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text);
  if (!/^[A-Z][a-z]{2,8},? [\w :-]{15,30}$/.test(text)) return null;
  const at = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
