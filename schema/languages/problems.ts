import { existsSync, readdirSync } from 'node:fs';
import { type Locale, locales } from '../locales.ts';
import { mailCodes, readCatalog, root, webCodes } from './catalogs.ts';
import { problemsOf } from './checks.ts';
import { contextProblems, readContext } from './context.ts';
import { readSheet, sheetPath } from './sheet.ts';
import { fixedTexts, unusedKeys, webModules } from './source-texts.ts';
import { dictionaries } from './spelling.ts';
import { readStates } from './states.ts';
import { verbatimProblems } from './verbatim.ts';

/** Everything that is wrong with the English texts, with the places that show them, and with the list of languages. */
export function houseProblems(): string[] {
  const english = readCatalog('en');
  const modules = webModules();
  return [
    ...codeProblems(),
    ...verbatimProblems(english),
    ...contextProblems(readContext(), english),
    ...unusedKeys(english, modules).map((key) => `en ${key} is used by nothing: delete it in every language`),
    ...modules.flatMap(([path, text]) => fixedTexts(path, text)),
  ];
}

/** Everything that is wrong with the texts of a language; a sheet that is not there is told of by `houseProblems`. */
export function languageProblems({ code, tag, dir }: Locale): string[] {
  if (!existsSync(sheetPath(code))) return [];
  const language = { code, tag, dir, english: readCatalog('en'), context: readContext() };
  const own = { texts: readCatalog(code), sheet: readSheet(code), states: readStates(code) };
  return problemsOf({ ...language, ...own }).map((problem) => `${code} ${problem}`);
}

/** Check 13: the languages of the product, of the pages, of the emails and of the sheets are the same. */
function codeProblems(): string[] {
  const codes = locales.map(({ code }) => code).toSorted();
  const sheets = readdirSync(`${root}docs/languages`).flatMap(
    (file) => /^([a-z]{2}(?:_[A-Z]{2})?)\.md$/.exec(file)?.[1] ?? [],
  );
  const places: [string, string[]][] = [
    ['web/src/i18n/locales', webCodes()],
    ['services/notifications/src/mail/locales', mailCodes()],
    ['docs/languages', sheets],
    ['the dictionaries of schema/languages/spelling.ts', Object.keys(dictionaries)],
  ];
  return places.flatMap(([place, found]) => [
    ...codes.filter((code) => !found.includes(code)).map((code) => `${code} is not in ${place}`),
    ...found
      .filter((code) => !codes.some((one) => one === code))
      .map((code) => `${place} has ${code}, which schema/locales.ts has not`),
  ]);
}
