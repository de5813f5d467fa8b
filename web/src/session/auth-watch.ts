/**
 * How often a signed-in page checks that it still is, and how its patience grows: after three strikes it is lost.
 * Source: specification 9, web reference 1.4
 */
const intervalMilliseconds = 15 * 60_000;
const jitterMilliseconds = 90_000;
const longestMilliseconds = 60 * 60_000;
const strikesUntilLost = 3;

/** `refused` the server says nobody is signed in · `unreachable` it could not be asked: an outage, or no network. */
export type CheckOutcome = 'signed-in' | 'refused' | 'unreachable';

export interface AuthWatchParts {
  readonly check: () => Promise<CheckOutcome>;
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number;
  /** The page is, or is no longer, signed in as far as the last check knows. */
  readonly onState: (isSignedIn: boolean) => void;
  /** Three failures in a row. `sign-out`: the server refused; `hide`: it could not be reached, the session may live. */
  readonly onLost: (how: 'sign-out' | 'hide') => void;
  /** A good check after `hide`. */
  readonly onRestored: () => void;
}

export type AuthWatch = ReturnType<typeof startAuthWatch>;

export function nextCheckIn(failures: number, random: number): number {
  const jitter = (random * 2 - 1) * jitterMilliseconds;
  return Math.min(intervalMilliseconds * 2 ** failures + jitter, longestMilliseconds);
}

/** Checks the session on a schedule until it is stopped or the session is gone. */
export function startAuthWatch(parts: AuthWatchParts) {
  let failed: CheckOutcome[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<CheckOutcome> | undefined;
  let isHidden = false;
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
  };
  const plan = () => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void checkNow(), nextCheckIn(failed.length, parts.random()));
  };
  const onFailure = (outcome: CheckOutcome) => {
    if (failed.length === 0) parts.onState(false);
    failed = [...failed, outcome].slice(-strikesUntilLost);
    if (failed.length < strikesUntilLost) return;
    const isOutage = failed.every((one) => one === 'unreachable');
    if (isOutage && isHidden) return;
    isHidden = isOutage;
    if (!isOutage) stop();
    parts.onLost(isOutage ? 'hide' : 'sign-out');
  };
  const onSuccess = () => {
    if (failed.length > 0) parts.onState(true);
    failed = [];
    if (isHidden) parts.onRestored();
    isHidden = false;
  };
  const ask = async () => {
    const outcome = await parts.check();
    if (isStopped) return outcome;
    if (outcome === 'signed-in') onSuccess();
    else onFailure(outcome);
    plan();
    return outcome;
  };
  /** Checks now, outside the schedule; a check under way is the one. */
  const checkNow = (): Promise<CheckOutcome> => {
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  plan();
  return { checkNow, stop };
}
