import { readFileSync } from 'node:fs';

interface Block {
  readonly language: string;
  readonly text: string;
}

/** The blocks of code below one heading of a page, to be taken in their order. */
export class Chapter {
  readonly heading: string;
  readonly #blocks: Block[];

  constructor(heading: string, text: string) {
    this.heading = heading;
    const found = text.matchAll(/^```(\S*)\n(.*?)^```$/gms);
    this.#blocks = [...found].map(([, language = '', block = '']) => ({ language, text: block }));
  }

  get hasBlocks(): boolean {
    return this.#blocks.length > 0;
  }

  /** The next block, which is of this language. */
  take(language: string): string {
    const block = this.#blocks.shift();
    if (block?.language === language) return block.text;
    throw new Error(`the next block below "${this.heading}" is ${block?.language ?? 'missing'}, not ${language}`);
  }

  /** Throws if a block was not taken. */
  end(): void {
    if (this.hasBlocks) throw new Error(`nobody ran the last ${this.#blocks.length} block(s) below "${this.heading}"`);
  }
}

/** The chapters of docs/API.md that have blocks of code. */
export function chaptersWithCode(): readonly Chapter[] {
  const page = readFileSync(new URL('../../../../docs/API.md', import.meta.url), 'utf8');
  const chapters = page.split(/^#+ (?=.+$)/m).slice(1);
  return chapters.map((text) => new Chapter(text.split('\n', 1)[0] ?? '', text)).filter(({ hasBlocks }) => hasBlocks);
}
