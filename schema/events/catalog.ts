import { accountEvents } from './accounts.ts';
import { auditEvents } from './audit.ts';
import { domainEvents } from './domains.ts';
import type { CatalogEntry } from './event-row.ts';
import { logEvents } from './log.ts';
import { type LogName, logNames } from './logs.ts';
import { notificationsEvents } from './notifications.ts';
import { operatorEvents } from './operators.ts';
import { secretsEvents } from './secrets.ts';
import { securityEvents } from './security.ts';

/** Every event of the product that was ever written by a release, a row for each version. What is not here cannot be read. */
export const everyVersion: readonly CatalogEntry[] = [
  ...secretsEvents,
  ...accountEvents,
  ...domainEvents,
  ...securityEvents,
  ...notificationsEvents,
  ...auditEvents,
  ...operatorEvents,
  ...logEvents,
];

const nameOf = (row: CatalogEntry, version: number) => `${row.producer} ${row.type} ${version}`;
const names = new Set(everyVersion.map((row) => nameOf(row, row.schemaVersion)));

/** Every event in its newest version, which is the one that is written: a row for each. A type that is not here is not written. */
export const catalog = everyVersion.filter((row) => !names.has(nameOf(row, row.schemaVersion + 1)));

const rowOfType = new Map(catalog.map((row) => [row.type, row]));

/** The row of a type, wherever it is recorded; undefined for what the catalogue does not list. */
export function rowOf(type: string): CatalogEntry | undefined {
  return rowOfType.get(type);
}

/** The same for an event that was written by the catalogue. Throws a TypeError for what it does not list. */
export function meaningOf(type: string): CatalogEntry {
  const row = rowOf(type);
  if (row === undefined) throw new TypeError(`the catalogue does not list ${type}`);
  return row;
}

/** The rows of a log. */
export function rowsOf(log: LogName): readonly CatalogEntry[] {
  return catalog.filter(({ producer }) => producer === log);
}

/** The logs that have rows that pass, in the order of all logs. */
export function logsWhere(passes: (row: CatalogEntry) => boolean): readonly LogName[] {
  return logNames.filter((log) => catalog.some((row) => row.producer === log && passes(row)));
}

/** The types of the rows that pass, each once. */
export function typesWhere(passes: (row: CatalogEntry) => boolean): readonly string[] {
  return [...rowOfType.values()].filter(passes).map(({ type }) => type);
}
