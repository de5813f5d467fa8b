import { readFileSync } from 'node:fs';

const operations = new URL('../../../docs/OPERATIONS.md', import.meta.url);

/** A block of shell that people copy from a page, and how often it was asked for. */
interface Recipe {
  readonly text: string;
  uses: number;
}

/** The blocks of shell below a heading, as they stand there. */
export class Recipes {
  readonly #recipes: readonly Recipe[];

  constructor(heading: string) {
    const page = readFileSync(operations, 'utf8');
    const [, section] = new RegExp(`^## ${heading}$(.*?)^## `, 'ms').exec(page) ?? [];
    if (section === undefined) throw new Error(`the page has no heading ${heading}`);
    this.#recipes = [...section.matchAll(/^```sh$(.*?)^```$/gms)].map(([, text = '']) => ({ text, uses: 0 }));
  }

  /** The one that has these words. */
  with(words: string): string {
    const found = this.#recipes.filter(({ text }) => text.includes(words));
    const [recipe] = found;
    if (recipe === undefined || found.length > 1) throw new Error(`${found.length} recipes have "${words}"`);
    recipe.uses += 1;
    return recipe.text;
  }

  /** Those that nobody has asked for. */
  unused(): readonly string[] {
    return this.#recipes.filter(({ uses }) => uses === 0).map(({ text }) => text);
  }
}
