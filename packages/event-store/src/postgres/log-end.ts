import type { Position } from '../types.ts';

const FRESH_MS = 100;

/** The end of a log, queried once for all who ask at nearly the same time: idle consumers cost next to nothing. */
export class LogEnd {
  readonly #ask: () => Promise<Position | undefined>;
  #answer: Promise<Position | undefined> | undefined;
  #askedAt = 0;

  constructor(ask: () => Promise<Position | undefined>) {
    this.#ask = ask;
  }

  async isAfter(position: Position): Promise<boolean> {
    const end = await this.#recent();
    return end !== undefined && end > position;
  }

  /** Earlier answers no longer count: something was committed. */
  readonly forget = (): void => {
    this.#answer = undefined;
  };

  #recent(): Promise<Position | undefined> {
    if (this.#answer !== undefined && performance.now() - this.#askedAt < FRESH_MS) return this.#answer;
    this.#askedAt = performance.now();
    const answer = this.#ask();
    this.#answer = answer;
    answer.catch(this.forget);
    return answer;
  }
}
