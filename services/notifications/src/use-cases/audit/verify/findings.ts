/** Something that is not as it was written. */
export interface Finding {
  readonly what: string;
  /** Where it begins. */
  readonly where: string;
}

const KEPT = 100;

/** What a check has found: the first hundred, and how many in all. */
export class Findings {
  readonly list: Finding[] = [];
  count = 0;

  add(what: string, where: string): void {
    this.count += 1;
    if (this.list.length < KEPT) this.list.push({ what, where });
  }
}

/** Reads ahead by one, to follow two sequences side by side. */
export class Following<Item> {
  readonly #items: AsyncIterator<Item>;
  current: Item | undefined;

  private constructor(items: AsyncIterable<Item>) {
    this.#items = items[Symbol.asyncIterator]();
  }

  static async of<Item>(items: AsyncIterable<Item>): Promise<Following<Item>> {
    const following = new Following(items);
    await following.next();
    return following;
  }

  async next(): Promise<void> {
    const { done, value } = await this.#items.next();
    this.current = done === true ? undefined : value;
  }
}
