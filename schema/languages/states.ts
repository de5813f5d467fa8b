import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { locales } from '../locales.ts';
import { type Catalog, readJson, root } from './catalogs.ts';
import { wantedTexts } from './plurals.ts';

/**
 * How far a text has come: `machine` is a translation that nobody has read again, `reviewed` has been read again twice, against
 * the sheet of its language and for itself, and `native` has been confirmed by somebody whose first language it is.
 */
export const textStates = ['machine', 'reviewed', 'native'] as const;
export type TextState = (typeof textStates)[number];

interface Mark {
  readonly state: TextState;
  /** The hash of the English text that it says. */
  readonly source: string;
}

/** By key. */
export type States = ReadonlyMap<string, Mark>;

type Apart = Partial<Record<TextState, Record<string, string>>>;

/** Nearly every text says the same English text in every language, and was reviewed: that stands once. */
export interface Stored {
  /** The languages that `reviewed` speaks of, where they need the text. */
  readonly languages: readonly string[];
  /** By key: the hash of the English text. */
  readonly reviewed: Readonly<Record<string, string>>;
  /** By language: the texts of which that is not true of all of them. */
  readonly apart: Readonly<Record<string, Apart>>;
}

const path = `${root}schema/languages/states.json`;
const others = locales.filter(({ code }) => code !== 'en');

const readStored = () => readJson(path) as Stored;

export function readStates(code: string): States {
  return statesOf(code, readStored());
}

export function statesOf(code: string, { languages, reviewed, apart }: Stored): States {
  const markAll = (state: TextState, texts: Readonly<Record<string, string>> = {}) =>
    Object.entries(texts).map(([key, source]) => [key, { state, source }] as const);
  return new Map([
    ...(languages.includes(code) ? markAll('reviewed', reviewed) : []),
    ...textStates.flatMap((state) => markAll(state, apart[code]?.[state])),
  ]);
}

/** The hash of an English text: 8 hexadecimal digits. */
export function sourceHash(english: string): string {
  return createHash('sha256').update(english).digest('hex').slice(0, 8);
}

/** Notes that the texts of these keys say what English says now, and how far they have come. Forgets texts that are gone. */
export function markTexts(code: string, wish: { english: Catalog; keys: readonly string[]; state: TextState }): void {
  const { english, keys, state } = wish;
  const isMarked = new Set(keys);
  const wanted = new Map<string, ReadonlyMap<string, { readonly english: string }>>(
    others.map((locale) => [locale.code, wantedTexts(english, locale.tag)]),
  );
  const stored = readStored();
  const known = new Map<string, States>(others.map((locale) => [locale.code, statesOf(locale.code, stored)]));
  const markOf = (language: string, key: string): Mark | undefined => {
    const text = wanted.get(language)?.get(key);
    if (text === undefined) return undefined;
    const isNew = language === code && isMarked.has(key);
    return isNew ? { state, source: sourceHash(text.english) } : known.get(language)?.get(key);
  };
  writeFileSync(path, `${JSON.stringify(storedOf(stored.languages, wanted, markOf), null, 2)}\n`);
}

/**
 * How marks are stored. `known` are the languages that shared the reviewed texts before: they go on to, and one whose texts are all
 * reviewed joins them. `wanted` has the texts that each language needs.
 */
export function storedOf(
  known: readonly string[],
  wanted: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
  markOf: (language: string, key: string) => Mark | undefined,
): Stored {
  const isReviewed = (language: string, keys: Iterable<string>) =>
    [...keys].every((key) => markOf(language, key)?.state === 'reviewed');
  const languages = [...wanted].flatMap(([language, texts]) =>
    known.includes(language) || isReviewed(language, texts.keys()) ? [language] : [],
  );
  const reviewed: Record<string, string> = {};
  const apart: Record<string, Apart> = {};
  for (const key of [...new Set([...wanted.values()].flatMap((texts) => [...texts.keys()]))].toSorted()) {
    const needing = languages.filter((language) => wanted.get(language)?.has(key));
    const sources = new Set(needing.map((language) => markOf(language, key)?.source));
    const [source] = sources;
    const isShared = sources.size === 1 && needing.every((language) => isReviewed(language, [key]));
    if (isShared && source !== undefined) reviewed[key] = source;
    for (const language of wanted.keys()) {
      const mark = isShared && needing.includes(language) ? undefined : markOf(language, key);
      if (mark === undefined) continue;
      const own = apart[language] ?? {};
      apart[language] = { ...own, [mark.state]: { ...own[mark.state], [key]: mark.source } };
    }
  }
  return { languages, reviewed, apart };
}
