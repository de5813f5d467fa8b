import { existsSync } from 'node:fs';
import { locales } from '../locales.ts';
import { readCatalog } from './catalogs.ts';
import { houseProblems, languageProblems } from './problems.ts';
import { readSheet, sheetPath } from './sheet.ts';
import { dictionaries, installedDictionaries, misspelled } from './spelling.ts';

// Without codes: every language, and the house.
const asked = process.argv.slice(2);
const chosen = locales.filter(({ code }) => asked.length === 0 || asked.includes(code));
const written = chosen.filter(({ code }) => existsSync(sheetPath(code)));

/** Words that dictionaries do not know; says on the error stream which languages this machine cannot check. */
function spellingProblems(): string[] {
  const installed = installedDictionaries();
  const absent: string[] = [];
  const problems = written.flatMap(({ code }) => {
    const dictionary = dictionaries[code];
    if (dictionary === null || dictionary === undefined) return [];
    if (installed?.has(dictionary) !== true) {
      absent.push(code);
      return [];
    }
    const known = readSheet(code).words;
    return misspelled(dictionary, readCatalog(code), known).map(
      (problem) =>
        `${code} ${problem}, which hunspell does not know: mend it, or add it to "Spelling" in docs/languages/${code}.md`,
    );
  });
  const without = locales.filter(({ code }) => dictionaries[code] === null).map(({ code }) => code);
  process.stderr.write(`Spelling: no dictionary exists for ${without.join(', ')}.\n`);
  if (absent.length > 0) {
    process.stderr.write(
      `Spelling is NOT checked for ${absent.join(', ')}: install hunspell and their dictionaries (Debian: hunspell-de-de …).\n`,
    );
  }
  return problems;
}

const problems = [
  ...(asked.length === 0 ? houseProblems() : []),
  ...chosen.flatMap(languageProblems),
  ...spellingProblems(),
];
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${chosen.length} languages, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
