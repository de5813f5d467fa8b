import type { MetadataEntry } from '../metadata/metadata-entry.ts';

/** What an owner sees of a secret in their list. */
interface SearchedRow {
  readonly label: string | null;
  readonly entry: Pick<MetadataEntry, 'metadataShortkey' | 'recipients'> & {
    readonly secret: Pick<MetadataEntry['secret'], 'shortkey'>;
  };
}

/** Whether any of it contains what they look for, in any case and however its letters are composed. */
export function matchesSearch({ label, entry }: SearchedRow, sought: string): boolean {
  const wanted = folded(sought);
  const shown = [label ?? '', entry.secret.shortkey, entry.metadataShortkey, entry.recipients ?? ''];
  return shown.some((text) => folded(text).includes(wanted));
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
