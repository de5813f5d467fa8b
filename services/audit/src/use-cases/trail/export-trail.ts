import type { ChainedEntry } from './audit-chain.ts';
import type { ShownEntry } from './recorded-entry.ts';

export const exportFormats = ['csv', 'ndjson'] as const;

export type ExportFormat = (typeof exportFormats)[number];

const columns = [
  'tenantRef',
  'kind',
  'log',
  'seq',
  'at',
  'actorKind',
  'actorRef',
  'action',
  'targetRef',
  'request',
  'surface',
  'networkTag',
  'occasions',
  'reason',
  'eventId',
  'position',
  'month',
  'prevHash',
  'hash',
] as const satisfies readonly (keyof ChainedEntry)[];

/** Above all lines. */
export const exportHeading: Readonly<Record<ExportFormat, string | null>> = { csv: columns.join(','), ndjson: null };

/** Lines of an export, one for each entry and none kept: a trail of any length can be streamed. */
export async function* exportLines(entries: AsyncIterable<ChainedEntry>, format: ExportFormat): AsyncGenerator<string> {
  if (exportHeading[format] !== null) yield exportHeading[format];
  for await (const entry of entries) yield exportLine(entry, format);
}

export function exportLine(entry: ShownEntry, format: ExportFormat): string {
  const values = columns.map((column) => [column, plain(entry[column])] as const);
  if (format === 'ndjson') return JSON.stringify(Object.fromEntries(values));
  return values.map(([, value]) => cellOf(value)).join(',');
}

function plain(value: ShownEntry[(typeof columns)[number]]): string | number | null {
  return Buffer.isBuffer(value) ? value.toString('hex') : value;
}

/** RFC 4180; what a spreadsheet would take for a formula begins with an apostrophe. */
function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
