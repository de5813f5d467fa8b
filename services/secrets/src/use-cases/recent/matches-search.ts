import type { MetadataEntry } from '../metadata/metadata-entry.ts';

/** Whether what an owner sees of a secret contains what they look for, in any case and however its letters are composed. */
export function matchesSearch({ secret, metadataShortkey, recipients }: SearchedEntry, sought: string): boolean {
  const wanted = folded(sought);
  return [secret.shortkey, metadataShortkey, recipients ?? ''].some((text) => folded(text).includes(wanted));
}

interface SearchedEntry extends Pick<MetadataEntry, 'metadataShortkey' | 'recipients'> {
  readonly secret: Pick<MetadataEntry['secret'], 'shortkey'>;
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
