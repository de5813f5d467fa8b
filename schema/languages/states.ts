import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { type Catalog, readJson, root } from './catalogs.ts';
import { wantedTexts } from './plurals.ts';

/**
 * How far a text has come: `machine` is a translation that nobody has read again, `reviewed` has been read again twice, against
 * the sheet of its language and for itself, and `native` has been confirmed by somebody whose first language it is.
 */
export const textStates = ['machine', 'reviewed', 'native'] as const;
export type TextState = (typeof textStates)[number];

/** By key: the state of a text, and the hash of the English text that it says. */
export type States = ReadonlyMap<string, { readonly state: TextState; readonly source: string }>;

type Stored = Partial<Record<TextState, Record<string, string>>>;

const pathOf = (code: string) => `${root}schema/languages/states/${code}.json`;

export function readStates(code: string): States {
  if (!existsSync(pathOf(code))) return new Map();
  const stored = readJson(pathOf(code)) as Stored;
  return new Map(
    textStates.flatMap((state) => Object.entries(stored[state] ?? {}).map(([key, source]) => [key, { state, source }])),
  );
}

/** The hash of an English text: 8 hexadecimal digits. */
export function sourceHash(english: string): string {
  return createHash('sha256').update(english).digest('hex').slice(0, 8);
}

/** Notes that the texts of these keys say what English says now, and how far they have come. Forgets texts that are gone. */
export function markTexts(
  code: string,
  { tag, english, keys, state }: { tag: string; english: Catalog; keys: readonly string[]; state: TextState },
): void {
  const marked = new Set(keys);
  const known = readStates(code);
  const stored: Stored = {};
  for (const [key, wanted] of [...wantedTexts(english, tag)].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const entry = marked.has(key) ? { state, source: sourceHash(wanted.english) } : known.get(key);
    if (entry === undefined) continue;
    stored[entry.state] ??= {};
    (stored[entry.state] as Record<string, string>)[key] = entry.source;
  }
  const inOrder = Object.fromEntries(textStates.flatMap((one) => (stored[one] ? [[one, stored[one]]] : [])));
  writeFileSync(pathOf(code), `${JSON.stringify(inOrder, null, 1)}\n`);
}
