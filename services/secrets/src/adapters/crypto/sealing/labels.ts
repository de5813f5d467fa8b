/**
 * Labels that keep derivations apart, as bytes. Pinned: a changed label makes every stored secret unreadable.
 * Test vectors: `pinned-vectors.json`, also for what the key store derives.
 */
const label = (name: string): Buffer => Buffer.from(`onceover/v1/${name}`, 'latin1');

export const LABELS = {
  lookup: label('lookup'),
  short: label('short'),
  metadataLookup: label('mlookup'),
  metadataShort: label('mshort'),
  meta: label('meta'),
  passphraseSalt: label('pp-salt'),
  wrap: label('wrap'),
  linkBox: label('linkbox'),
  redeliver: label('redeliver'),
  replay: label('replay'),
  replayFields: label('replay-fields'),
  canary: label('canary'),
  labelKey: label('label-key'),
  label: label('label'),
} as const;

/** Keys and tokens as bytes: their ASCII text is the key material; nothing is decoded, folded or trimmed. */
export function textBytes(text: string): Buffer {
  return Buffer.from(text, 'utf8');
}
