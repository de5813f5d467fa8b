import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Texts = ReadonlyMap<string, string>;

const localesFolder = fileURLToPath(new URL('../locales', import.meta.url));
export const bundleNames = ['core', 'public', 'app', 'colonel'] as const;
/** The bundles, and what only the build reads. */
export const textFiles = [...bundleNames, 'shell'] as const;

export function localeFolders(): string[] {
  return readdirSync(localesFolder).toSorted();
}

export function readTexts(code: string, bundle: (typeof textFiles)[number]): Texts {
  const parsed: unknown = JSON.parse(readFileSync(`${localesFolder}/${code}/${bundle}.json`, 'utf8'));
  return new Map(flatten(parsed, ''));
}

function flatten(value: unknown, key: string): [string, string][] {
  if (typeof value === 'string') return [[key, value]];
  if (typeof value !== 'object' || value === null) throw new Error(`${key} is neither text nor a group`);
  return Object.entries(value).flatMap(([name, inner]) => flatten(inner, key === '' ? name : `${key}.${name}`));
}

/** Everything that can be wrong with a translation, compared with English, as sentences. */
export function findProblems(english: Texts, translated: Texts, isRightToLeft: boolean): string[] {
  return [
    ...[...english.keys()].filter((key) => !translated.has(key)).map((key) => `${key} is missing`),
    ...[...translated.keys()].filter((key) => !english.has(key)).map((key) => `${key} does not exist in English`),
    ...[...translated].flatMap(([key, text]) => problemsOf(key, text, english.get(key), isRightToLeft)),
  ];
}

function problemsOf(key: string, text: string, english: string | undefined, isRightToLeft: boolean): string[] {
  const problems: string[] = [];
  if (text.trim() === '') problems.push(`${key} is empty`);
  if (english !== undefined && placeholders(text).join() !== placeholders(english).join()) {
    problems.push(`${key} has other placeholders than English`);
  }
  if (isRightToLeft && hasBarePlaceholder(text)) problems.push(`${key} has a placeholder without isolation`);
  return problems;
}

export function placeholders(text: string): string[] {
  return (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();
}

/** In right-to-left texts every placeholder stands between U+2066 or U+2068 (by its own direction) and U+2069. */
function hasBarePlaceholder(text: string): boolean {
  return /\{\{\w+\}\}/.test(text.replaceAll(/[\u2066\u2068]\{\{\w+\}\}\u2069/g, ''));
}
