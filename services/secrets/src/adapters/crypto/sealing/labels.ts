/**
 * Labels that keep derivations apart, as bytes. Pinned: a changed label makes every stored secret unreadable.
 * Test vectors: `pinned-vectors.json`.
 */
const label = (name: string): Buffer => Buffer.from(`onceover/v1/${name}`, 'latin1');

export const LABELS = {
  lookup: label('lookup'),
  short: label('short'),
  metadataLookup: label('mlookup'),
  metadataShort: label('mshort'),
  meta: label('meta'),
  passphraseSalt: label('pp-salt'),
  epoch: label('epoch'),
  wrap: label('wrap'),
  linkBox: label('linkbox'),
  redeliver: label('redeliver'),
  replay: label('replay'),
  replayFields: label('replay-fields'),
  canary: label('canary'),
  pepper: label('pepper'),
  keyCheck: label('keycheck'),
  rootCheck: label('rootcheck'),
  labelKey: label('label-key'),
  label: label('label'),
} as const;

/** A version or epoch number as 4 bytes, big-endian. */
export function numberBytes(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Keys and tokens as bytes: their ASCII text is the key material; nothing is decoded, folded or trimmed. */
export function textBytes(text: string): Buffer {
  return Buffer.from(text, 'utf8');
}
