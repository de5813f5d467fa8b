import { fileURLToPath } from 'node:url';
import { logNames } from '../events/logs.ts';
import { linesBelow, type SourceLine } from './lines-below.ts';

/** Where SQL names a table or a function: `from accounts.session`, `grant select on secrets.events`. */
const named = new RegExp(
  `\\b(?:from|join|into|update|table|function|only|on|using|call)\\s+(${logNames.join('|')})\\.([a-z_]+)`,
  'gi',
);

/** The tables of a log in a schema that is filled in: `${'${schema}'}.events`. */
const filledIn = /\}\.(events|log_meta)\b/;

/** Tests stand beside what they test and look wherever they must. */
const isTest = /\.(test|e2e)\.ts$|\/test-support\//;

/** Why a line of a service, or of nobody, names a table that is not its own; undefined for every other line. */
export function foreignTableIn(owner: string | undefined, text: string): string | undefined {
  const foreign = [...text.matchAll(named)].find(([, schema]) => schema !== owner);
  if (foreign !== undefined) return `${foreign[1]}.${foreign[2]}`;
  return filledIn.exec(text)?.[0].slice(2);
}

/** Every such line below a folder: `audit/src/adapters/postgres/x.ts:12: secrets.events`. */
export function foreignTablesBelow(folder: string, ownerOf: (line: SourceLine) => string | undefined): string[] {
  return linesBelow(folder)
    .filter(({ file }) => /\.(ts|sql)$/.test(file) && !isTest.test(file))
    .flatMap((line) => {
      const found = foreignTableIn(ownerOf(line), line.text);
      return found === undefined ? [] : [`${line.file}:${line.number}: ${found}`];
    });
}

if (import.meta.main) {
  const at = (folder: string) => fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  const inServices = foreignTablesBelow(at('services'), ({ file }) => file.split('/')[0]);
  const inInfra = foreignTablesBelow(at('infra'), () => undefined);
  const found = [...inServices.map((place) => `services/${place}`), ...inInfra.map((place) => `infra/${place}`)];
  for (const place of found) console.error(place);
  if (found.length > 0) {
    console.error(
      'A table is named by its owner alone. Ask for it: schema/internal has the calls, log-history the past.',
    );
    process.exitCode = 1;
  }
}
