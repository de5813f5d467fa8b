/**
 * How often a signed-in page checks that it still is, and how its patience grows: after three strikes it is lost.
 * Source: specification 9, web reference 1.4
 */
const intervalMilliseconds = 15 * 60_000;
const jitterMilliseconds = 90_000;
const longestMilliseconds = 60 * 60_000;
const strikesUntilLost = 3;
/**
 * How soon a session in doubt is checked again if the server could not be asked; twice as long after the second failure, four times
 * from the third on.
 */
const doubtMilliseconds = 10_000;

/** `refused` the server says nobody is signed in · `unreachable` it could not be asked: an outage, or no network. */
export type CheckOutcome = 'signed-in' | 'refused' | 'unreachable';

export interface AuthWatchParts {
  readonly check: () => Promise<CheckOutcome>;
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number;
  /** The page is, or is no longer, signed in as far as the last check knows. */
  readonly onState: (isSignedIn: boolean) => void;
  /**
   * Three failures in a row. `sign-out`: the server refused; `hide`: it could not be reached, the session may live. Or, for a
   * session in doubt, one refusal: it has `ended` on the server already.
   */
  readonly onLost: (how: 'sign-out' | 'hide' | 'ended') => void;
  /** A good check after `hide`. */
  readonly onRestored: () => void;
}

export type AuthWatch = ReturnType<typeof startAuthWatch>;

export function nextCheckIn(failures: number, random: number): number {
  const jitter = (random * 2 - 1) * jitterMilliseconds;
  return Math.min(intervalMilliseconds * 2 ** failures + jitter, longestMilliseconds);
}

/** What one check after the other comes to. */
class Verdict {
  readonly #parts: AuthWatchParts;
  #failed: CheckOutcome[] = [];
  #isHidden = false;
  #isInDoubt = false;

  constructor(parts: AuthWatchParts) {
    this.#parts = parts;
  }

  doubt(): void {
    this.#isInDoubt = true;
  }

  /** How long until the next check. */
  wait(): number {
    const failures = this.#failed.length;
    return this.#isInDoubt ? doubtMilliseconds * 2 ** (failures - 1) : nextCheckIn(failures, this.#parts.random());
  }

  /** Returns whether the session may still be there. */
  hear(outcome: CheckOutcome): boolean {
    if (outcome === 'signed-in') return this.#isWell();
    if (this.#failed.length === 0) this.#parts.onState(false);
    this.#failed = [...this.#failed, outcome].slice(-strikesUntilLost);
    if (this.#isInDoubt && outcome === 'refused') return this.#isOver('ended');
    if (this.#failed.length < strikesUntilLost) return true;
    if (this.#failed.some((one) => one !== 'unreachable')) return this.#isOver('sign-out');
    if (!this.#isHidden) this.#parts.onLost('hide');
    this.#isHidden = true;
    return true;
  }

  #isWell(): true {
    if (this.#failed.length > 0) this.#parts.onState(true);
    this.#failed = [];
    this.#isInDoubt = false;
    if (this.#isHidden) this.#parts.onRestored();
    this.#isHidden = false;
    return true;
  }

  #isOver(how: 'sign-out' | 'ended'): false {
    this.#parts.onLost(how);
    return false;
  }
}

/** Checks the session on a schedule until it is stopped or the session is gone. */
export function startAuthWatch(parts: AuthWatchParts) {
  const verdict = new Verdict(parts);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<CheckOutcome> | undefined;
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
  };
  const plan = () => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void checkNow(), verdict.wait());
  };
  const ask = async () => {
    const outcome = await parts.check();
    if (isStopped) return outcome;
    if (!verdict.hear(outcome)) stop();
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
  /** The server refused the session on another way than a check: it is checked at once, and one refusal ends it. */
  const doubt = async (): Promise<void> => {
    // The answer to a check under way may be from before.
    await underWay;
    verdict.doubt();
    await checkNow();
  };
  plan();
  return { checkNow, doubt, stop };
}
