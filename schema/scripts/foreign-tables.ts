import { fileURLToPath } from 'node:url';
import { logNames } from '../events/logs.ts';
import { filesBelow } from './files-below.ts';

/** Between a schema and its table, whose names may be on two lines; a sentence goes on after a space. */
const dot = String.raw`(?:\.(?:\s*\n\s*)?|\s*\n\s*\.)`;

/** Where SQL names a table or a function: `from accounts.session`, `grant select on secrets.events`. */
const named = new RegExp(
  String.raw`\b(?:from|join|into|update|table|function|only|on|using|call)\s+(${logNames.join('|')})${dot}([a-z_]+)`,
  'gi',
);

/** The tables of a log in a schema that is filled in: `${'${schema}'}.events`. */
const filledIn = new RegExp(String.raw`\}${dot}(events|log_meta)\b`, 'g');

/** Tests stand beside what they test and look wherever they must. */
const isTest = /\.(test|e2e)\.ts$|\/test-support\//;

interface ForeignTable {
  readonly table: string;
  /** Where the statement names it, from the beginning of the text. */
  readonly index: number;
}

/** Every table that the text of a service, or of nobody, names although it is not its own. */
export function foreignTablesIn(owner: string | undefined, text: string): readonly ForeignTable[] {
  const foreign = [...text.matchAll(named)]
    .filter(([, schema]) => schema !== owner)
    .map(({ index, 1: schema, 2: table }) => ({ table: `${schema}.${table}`, index }));
  const filled = [...text.matchAll(filledIn)].map(({ index, 1: table = '' }) => ({ table, index }));
  return [...foreign, ...filled].sort((left, right) => left.index - right.index);
}

/** Every such place below a folder: `audit/src/adapters/postgres/x.ts:12: secrets.events`. */
export function foreignTablesBelow(folder: string, ownerOf: (file: string) => string | undefined): string[] {
  return filesBelow(folder)
    .filter(({ file }) => /\.(ts|sql)$/.test(file) && !isTest.test(file))
    .flatMap(({ file, text }) =>
      foreignTablesIn(ownerOf(file), text).map(
        ({ table, index }) => `${file}:${text.slice(0, index).split('\n').length}: ${table}`,
      ),
    );
}

/** Those of all services and of infra, which owns no table. */
export function foreignTables(): readonly string[] {
  const at = (folder: string) => fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  const inServices = foreignTablesBelow(at('services'), (file) => file.split('/')[0]);
  const inInfra = foreignTablesBelow(at('infra'), () => undefined);
  return [...inServices.map((place) => `services/${place}`), ...inInfra.map((place) => `infra/${place}`)];
}

if (import.meta.main) {
  const found = foreignTables();
  for (const place of found) console.error(place);
  if (found.length > 0) {
    console.error(
      'A table is named by its owner alone. Ask for it: schema/internal has the calls, log-history the past.',
    );
    process.exitCode = 1;
  }
}
