import type { ChainedEntry } from './audit-chain.ts';

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

/** Lines of an export, one for each entry and none kept: a trail of any length can be streamed. */
export async function* exportLines(entries: AsyncIterable<ChainedEntry>, format: ExportFormat): AsyncGenerator<string> {
  if (format === 'csv') yield columns.join(',');
  for await (const entry of entries) {
    const values = columns.map((column) => [column, plain(entry[column])] as const);
    yield format === 'csv'
      ? values.map(([, value]) => cellOf(value)).join(',')
      : JSON.stringify(Object.fromEntries(values));
  }
}

function plain(value: ChainedEntry[keyof ChainedEntry]): string | number | null {
  return Buffer.isBuffer(value) ? value.toString('hex') : value;
}

/** RFC 4180; what a spreadsheet would take for a formula begins with an apostrophe. */
function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
