import type { Pages } from '../trail-reading.ts';

const KEPT = 100;

/** What is not as it was written, and where it begins: the first hundred, and how many in all. */
export class Findings {
  readonly list: { readonly what: string; readonly where: string }[] = [];
  count = 0;

  add(what: string, where: string): void {
    this.count += 1;
    if (this.list.length < KEPT) this.list.push({ what, where });
  }
}

/** Reads ahead by one, to follow two sequences side by side. */
export class Following<Row> {
  readonly #pages: AsyncIterator<readonly Row[]>;
  #page: readonly Row[] = [];
  #at = -1;
  current: Row | undefined;

  private constructor(pages: Pages<Row>) {
    this.#pages = pages[Symbol.asyncIterator]();
  }

  static async of<Row>(pages: Pages<Row>): Promise<Following<Row>> {
    const following = new Following(pages);
    await following.next();
    return following;
  }

  /** Goes to the next row: at once, or a promise where a page has to be read for it. */
  next(): Promise<void> | undefined {
    this.#at += 1;
    this.current = this.#page[this.#at];
    return this.current === undefined ? this.#turn() : undefined;
  }

  /** The next rows, up to the first that does not come before something. */
  async *rows(isBefore: (row: Row) => boolean = () => true): AsyncGenerator<Row> {
    for (let row = this.current; row !== undefined && isBefore(row); row = this.current) {
      yield row;
      await this.next();
    }
  }

  async #turn(): Promise<void> {
    const { done, value } = await this.#pages.next();
    this.#page = done === true ? [] : value;
    this.#at = 0;
    this.current = this.#page[0];
  }
}
