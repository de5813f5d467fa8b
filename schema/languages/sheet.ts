import { readFileSync } from 'node:fs';
import { root } from './catalogs.ts';

/** What the sheet of a language (`docs/languages/<code>.md`) says that can be checked. */
export interface Sheet {
  /** By English term: what a text that holds it must say. */
  readonly terms: ReadonlyMap<string, RegExp>;
  /** What no text may say, and what to say instead. */
  readonly never: readonly { readonly pattern: RegExp; readonly instead: string }[];
  /** By key: terms that the text rightly leaves out, or `same` if it rightly reads as in English. */
  readonly exceptions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Words that the dictionary does not know. */
  readonly words: ReadonlySet<string>;
}

export const sheetPath = (code: string): string => `${root}docs/languages/${code}.md`;

export function readSheet(code: string): Sheet {
  return parseSheet(readFileSync(sheetPath(code), 'utf8'), `docs/languages/${code}.md`);
}

/** Reads the tables of a sheet. Throws a sentence that names `where` for a row that cannot be read. */
export function parseSheet(markdown: string, where: string): Sheet {
  const terms = new Map<string, RegExp>();
  for (const [english = '', , forms = ''] of rowsUnder(markdown, 'Glossary')) {
    if (forms !== '') terms.set(english.toLowerCase().replace(/ \(.*\)$/, ''), patternOf(forms, where));
  }
  const never = rowsUnder(markdown, 'Never').map(([pattern = '', instead = '']) => ({
    pattern: patternOf(pattern, where),
    instead,
  }));
  const exceptions = new Map<string, Set<string>>();
  for (const [key = '', what = ''] of rowsUnder(markdown, 'Exceptions')) {
    exceptions.set(key, (exceptions.get(key) ?? new Set()).add(what.toLowerCase()));
  }
  const spelling = sectionOf(markdown, 'Spelling').match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  return { terms, never, exceptions, words: new Set(spelling) };
}

function patternOf(source: string, where: string): RegExp {
  try {
    return new RegExp(source, 'iu');
  } catch (error) {
    throw new Error(`${where}: ${source} is not a regular expression: ${String(error)}`);
  }
}

function sectionOf(markdown: string, heading: string): string {
  const [, after = ''] = markdown.split(new RegExp(`^## ${heading}[ \\t]*$`, 'm'));
  return after.split(/^## /m)[0] ?? '';
}

/** The cells of a section's table, without its head; a cell may be in backquotes, and `\|` is a bar within it. */
function rowsUnder(markdown: string, heading: string): string[][] {
  const lines = sectionOf(markdown, heading)
    .split('\n')
    .filter((line) => line.trim().startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .trim()
      .replace(/^\|/, '')
      .replace(/\|$/, '')
      .split(/(?<!\\)\|/)
      .map((cell) => unquoted(cell.trim().replaceAll('\\|', '|'))),
  );
}

function unquoted(cell: string): string {
  return /^`[^`]+`$/.test(cell) ? cell.slice(1, -1) : cell;
}
