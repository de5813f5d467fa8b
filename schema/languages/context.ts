import { type Catalog, readJson, root } from './catalogs.ts';

/** What a translator cannot see from the text alone. */
export interface TextContext {
  readonly what: string;
  /** The state of a screen that shows it, as the browser tests name it; absent for texts that are heard, or not on a screen. */
  readonly screen?: string;
  /** Letters that fit, for buttons, tabs and badges. */
  readonly limit?: number;
}

/** By key, or by the beginning of keys up to a dot: the longest one counts. */
export type Context = Readonly<Partial<Record<string, TextContext>>>;

export function readContext(): Context {
  return readJson(`${root}schema/languages/context.json`) as Context;
}

/** The context of a text; undefined if nobody has described it. */
export function contextOf(context: Context, key: string): TextContext | undefined {
  const plain = key.replace(/_(zero|one|two|few|many|other)$/, '');
  for (let end = plain.length; end > 0; end = plain.lastIndexOf('.', end - 1)) {
    const found = context[plain.slice(0, end)];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Texts that are not described, and descriptions of no text. */
export function contextProblems(context: Context, english: Catalog): string[] {
  const keys = [...english.keys()];
  return [
    ...keys
      .filter((key) => contextOf(context, key) === undefined)
      .map((key) => `${key} is not described in context.json`),
    ...Object.keys(context)
      .filter(
        (start) => !keys.some((key) => key === start || key.startsWith(`${start}.`) || key.startsWith(`${start}_`)),
      )
      .map((start) => `context.json describes ${start}, which no key begins with`),
  ];
}
