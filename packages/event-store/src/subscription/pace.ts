/** Shortest time between two reads, in milliseconds, unless there is more to read. */
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
