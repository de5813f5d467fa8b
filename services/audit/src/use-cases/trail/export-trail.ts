import { type AuditKind, auditKinds } from '@onceover/schema/events/meaning';
import { z } from 'zod';
import type { ChainedEntry } from './audit-chain.ts';
import type { ShownEntry } from './recorded-entry.ts';

export const exportFormats = ['csv', 'ndjson'] as const;

export type ExportFormat = (typeof exportFormats)[number];

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const word = z.string().nullable();

/** The columns of an export in their order, and what each holds. A request is null where it was withheld. */
export const exportedEntry = {
  tenantRef: z.uuid(),
  kind: z.enum(Object.keys(auditKinds) as AuditKind[]),
  log: z.string(),
  seq: z.coerce.number().int().positive(),
  at: z.string(),
  actorKind: z.string(),
  actorRef: word,
  action: z.string(),
  targetRef: z.string(),
  request: word,
  surface: z.string(),
  networkTag: word,
  occasions: z.coerce.number().int().positive(),
  reason: word,
  eventId: z.string(),
  position: z.string(),
  month: z.string(),
  prevHash: hash,
  hash,
} satisfies Record<keyof ChainedEntry, z.ZodType>;

const columns = Object.keys(exportedEntry) as (keyof ChainedEntry)[];

/** Above all lines. */
export const exportHeading: Readonly<Record<ExportFormat, string | null>> = { csv: columns.join(','), ndjson: null };

/** Lines of an export, one for each entry and none kept: a trail of any length can be streamed. */
export async function* exportLines(entries: AsyncIterable<ChainedEntry>, format: ExportFormat): AsyncGenerator<string> {
  if (exportHeading[format] !== null) yield exportHeading[format];
  for await (const entry of entries) yield exportLine(entry, format);
}

export function exportLine(entry: ShownEntry, format: ExportFormat): string {
  if (format === 'ndjson') return JSON.stringify(columnsOf(entry, columns));
  return Object.values(columnsOf(entry, columns)).map(cellOf).join(',');
}

/** These columns of a row, in this order and with bytes in hexadecimal. */
export function columnsOf<Column extends string>(
  row: Readonly<Record<Column, string | number | Buffer | null>>,
  names: readonly Column[],
): Readonly<Record<string, string | number | null>> {
  return Object.fromEntries(
    names.map((name) => {
      const value: string | number | Buffer | null = row[name];
      return [name, Buffer.isBuffer(value) ? value.toString('hex') : value];
    }),
  );
}

/** RFC 4180; what a spreadsheet would take for a formula begins with an apostrophe. */
function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
