/** Shortest time between two reads, in milliseconds, unless there is more to read or whoever subscribes wants it longer. */
export const FASTEST_MS = 5;
/** While something hides above the horizon: often at first, then a little less, because it may hide for hours. */
const PATIENCE_MS = 1_000;
const SLOWER_MS = 25;

/** How long to wait before the next read while committed events hide behind a transaction that is still running. */
export class Pace {
  readonly #now: () => number;
  #hiddenSince: number | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Nothing hides any more. */
  reset(): void {
    this.#hiddenSince = undefined;
  }

  restMs(): number {
    this.#hiddenSince ??= this.#now();
    return this.#now() - this.#hiddenSince < PATIENCE_MS ? FASTEST_MS : SLOWER_MS;
  }
}

/** A doorbell: a ring while nobody waits is remembered, so that none is lost between polling and waiting. */
export class WakeSignal {
  #isRung = false;
  #waiter: ((isRung: boolean) => void) | undefined;

  ring(): void {
    this.#isRung = true;
    this.#waiter?.(true);
  }

  /** Resolves at the next ring (true), at once if it has already rung, or after `ms` (false). */
  wait(ms: number): Promise<boolean> {
    if (this.#isRung) {
      this.#isRung = false;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const settle = (isRung: boolean) => {
        clearTimeout(timer);
        this.#waiter = undefined;
        this.#isRung = false;
        resolve(isRung);
      };
      const timer = setTimeout(settle, ms, false);
      this.#waiter = settle;
    });
  }
}
