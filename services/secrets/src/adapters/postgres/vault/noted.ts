/** Above so many at once, what is noted of others is lost: a flood must not fill the memory. */
const MAX_NOTED = 10_000;

export interface Counted<What> {
  /** The newest of them. */
  readonly what: What;
  readonly count: number;
}

/** What happened, by a name, until somebody takes it. */
export class Noted<What> {
  readonly #nameOf: (what: What) => string;
  readonly #onNoted: () => void;
  #noted = new Map<string, Counted<What>>();

  constructor(nameOf: (what: What) => string, onNoted: () => void) {
    this.#nameOf = nameOf;
    this.#onNoted = onNoted;
  }

  add({ what, count }: Counted<What>): void {
    const name = this.#nameOf(what);
    const before = this.#noted.get(name)?.count ?? 0;
    if (before === 0 && this.#noted.size >= MAX_NOTED) return;
    this.#noted.set(name, { what, count: before + count });
    this.#onNoted();
  }

  taken(): Counted<What>[] {
    const all = [...this.#noted.values()];
    this.#noted = new Map();
    return all;
  }
}
