/** Measured times, in milliseconds: for each share of all calls, what the fastest of them took at most. Rising, from 0 to 1. */
export type Quantiles = readonly (readonly [share: number, ms: number])[];

/** Random numbers that are the same for the same seed (sfc32 by Chris Doty-Humphrey, which passes PractRand). */
export class Random {
  readonly #state: Uint32Array;

  constructor(seed: number) {
    this.#state = Uint32Array.of(0, seed, seed >>> 16, 1);
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** From 0 up to 1, without 1. */
  next(): number {
    const [a = 0, b = 0, c = 0, counter = 0] = this.#state;
    const mixed = (a + b + counter) | 0;
    this.#state[0] = b ^ (b >>> 9);
    this.#state[1] = c + (c << 3);
    this.#state[2] = ((c << 21) | (c >>> 11)) + mixed;
    this.#state[3] = counter + 1;
    return (mixed >>> 0) / 2 ** 32;
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  /** A time like the measured ones; between two shares it grows evenly. */
  like(quantiles: Quantiles): number {
    const share = this.next();
    const above = Math.max(
      1,
      quantiles.findIndex(([upTo]) => share < upTo),
    );
    const [from = 0, low = 0] = quantiles[above - 1] ?? [];
    const [to = 1, high = low] = quantiles[above] ?? [];
    return low + ((share - from) / (to - from)) * (high - low);
  }
}
