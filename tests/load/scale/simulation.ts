interface Due {
  readonly at: number;
  /** Of those at the same time, what was asked for first comes first. */
  readonly order: number;
  readonly work: () => void;
}

/** A clock that jumps from one event to the next, in milliseconds. It knows nothing of the time of day. */
export class Simulation {
  /** A binary heap: what is due first stands first. */
  readonly #due: Due[] = [];
  #now = 0;
  #order = 0;

  get now(): number {
    return this.#now;
  }

  after(ms: number, work: () => void): void {
    const due: Due = { at: this.#now + ms, order: this.#order++, work };
    let place = this.#due.push(due) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = this.#due[parent] as Due;
      if (!isBefore(due, above)) break;
      this.#due[place] = above;
      place = parent;
    }
    this.#due[place] = due;
  }

  /** Runs until nothing is due any more, or up to a time. */
  run(untilMs = Number.POSITIVE_INFINITY): void {
    for (let next = this.#due[0]; next !== undefined && next.at <= untilMs; next = this.#due[0]) {
      this.#removeFirst();
      this.#now = next.at;
      next.work();
    }
    if (Number.isFinite(untilMs)) this.#now = untilMs;
  }

  #removeFirst(): void {
    const last = this.#due.pop() as Due;
    if (this.#due.length === 0) return;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      const [left, right] = [this.#due[child], this.#due[child + 1]];
      if (left === undefined) break;
      if (right !== undefined && isBefore(right, left)) child += 1;
      const below = this.#due[child] as Due;
      if (!isBefore(below, last)) break;
      this.#due[place] = below;
      place = child;
    }
    this.#due[place] = last;
  }
}

function isBefore(one: Due, other: Due): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
