import { z } from 'zod';
import { exportedEntry, exportHeading } from '../export-trail.ts';

const { eventId, hash } = exportedEntry;
const rowSchema = z.union([z.object(exportedEntry), z.object({ tenantRef: z.null(), eventId, hash })]);

/** A line of an export: an entry of a chain, or an event of nobody, whose `tenantRef` is null. */
export type ExportedRow = z.infer<typeof rowSchema>;

/** Reads lines of an export, CSV or NDJSON. Null for a line that is none. */
export function exportedRowReader(): (line: string) => ExportedRow | null | 'heading' {
  const columns = exportHeading.csv?.split(',') ?? [];
  return (line) => {
    if (line === exportHeading.csv) return 'heading';
    const values = line.startsWith('{') ? objectFrom(line) : Object.fromEntries(zip(columns, cellsOf(line)));
    const { success, data } = rowSchema.safeParse(values);
    return success ? data : null;
  };
}

function objectFrom(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function zip(columns: readonly string[], cells: readonly (string | null)[]): (readonly [string, string | null])[] {
  return cells.length === columns.length ? columns.map((column, place) => [column, cells[place] ?? null]) : [];
}

/**
 * The cells of a line of CSV; an empty one is null. An apostrophe before what looks like a formula was put there by the
 * export.
 */
function cellsOf(line: string): (string | null)[] {
  const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)];
  return cells.map(([, quoted, plain = '']) => {
    const text = (quoted?.replaceAll('""', '"') ?? plain).replace(/^'(?=[=+\-@\t\r])/, '');
    return text === '' ? null : text;
  });
}
