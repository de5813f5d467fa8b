const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A part that ran this long is well again. */
const WELL_AFTER_MS = 60_000;

export interface KeptRunning {
  /** It has ended although nobody asked it to: it is started again after a pause. */
  hasEnded(how: string): void;
  /** From now on its end is wanted. */
  [Symbol.dispose](): void;
}

export interface KeepRunningOptions {
  readonly name: string;
  readonly say: (line: string) => void;
  /** Starts it again, and resolves with where it is. Whoever starts it says `hasEnded` of a start that fails, as of any other end. */
  start(): Promise<string>;
  /** For tests. */
  readonly firstPauseMs?: number | undefined;
}

/**
 * Starts a part of the stack again whenever it dies, and says so: after a second at first and ever longer while it keeps dying, half
 * a minute at most.
 */
export function keepRunning({ name, say, start, firstPauseMs = FIRST_PAUSE_MS }: KeepRunningOptions): KeptRunning {
  let isWanted = true;
  let [since, pauseMs] = [performance.now(), firstPauseMs];
  let pause: NodeJS.Timeout | undefined;

  function hasEnded(how: string): void {
    if (!isWanted) return;
    if (performance.now() - since > WELL_AFTER_MS) pauseMs = firstPauseMs;
    say(`${name} has ended (${how}); it is started again in ${pauseMs / 1_000} s`);
    clearTimeout(pause);
    pause = setTimeout(startAgain, pauseMs);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }

  function startAgain(): void {
    since = performance.now();
    start().then(
      (where) => say(`${name} is up again: ${where}`),
      () => undefined,
    );
  }

  return {
    hasEnded,
    [Symbol.dispose]() {
      isWanted = false;
      clearTimeout(pause);
    },
  };
}
