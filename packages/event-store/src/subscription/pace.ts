/** Shortest time between two polls, in milliseconds, unless there is more to read. */
export const FASTEST_MS = 5;
/** While something hides above the horizon: often at first, then a little less, because it may hide for hours. */
const HIDDEN_PATIENCE_MS = 1_000;
const HIDDEN_SLOW_MS = 25;

/** How long to wait before the next poll: 5 ms after an event, doubling up to `slowestMs` while nothing comes. */
export class Pace {
  readonly #slowestMs: number;
  readonly #now: () => number;
  #nextMs = FASTEST_MS;
  #hiddenSince: number | undefined;

  constructor(slowestMs: number, now: () => number = () => performance.now()) {
    this.#slowestMs = slowestMs;
    this.#now = now;
  }

  news(): void {
    this.#nextMs = FASTEST_MS;
  }

  restMs(hasHidden: boolean): number {
    if (hasHidden) {
      this.#hiddenSince ??= this.#now();
      this.news();
      return this.#now() - this.#hiddenSince < HIDDEN_PATIENCE_MS ? FASTEST_MS : HIDDEN_SLOW_MS;
    }
    this.#hiddenSince = undefined;
    const restMs = Math.min(this.#nextMs, this.#slowestMs);
    this.#nextMs = Math.min(this.#nextMs * 2, this.#slowestMs);
    return restMs;
  }
}
