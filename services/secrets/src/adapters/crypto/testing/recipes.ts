/**
 * The recipes of security 3.2 a second time, straight from the text and with the runtime's other interface to its
 * cryptography: nothing here is shared with the code under test. Texts and bytes are fields; a number is 4 bytes.
 */
type Field = string | Uint8Array | number;
type Bytes = Uint8Array<ArrayBuffer>;

const { subtle } = globalThis.crypto;

/** `‖`: every field after its length, 4 bytes big-endian. */
export function fieldsOf(...fields: readonly Field[]): Bytes {
  const parts = fields.map(bytesOf).flatMap((field) => [...be32(field.length), ...field]);
  return Uint8Array.from(parts);
}

/** H, SHA-256. */
export async function hashOf(...fields: readonly Field[]): Promise<Bytes> {
  return new Uint8Array(await subtle.digest('SHA-256', fieldsOf(...fields)));
}

/** KDF, HKDF-SHA256: `size` bytes. */
export async function kdf(material: Bytes, salt: Bytes, label: string, size = 32): Promise<Bytes> {
  const key = await subtle.importKey('raw', material, 'HKDF', false, ['deriveBits']);
  const info = bytesOf(`onceover/v1/${label}`);
  return new Uint8Array(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, size * 8));
}

/** Opens AEAD, AES-256-GCM: nonce (12 bytes), ciphertext, tag (16 bytes). */
export async function openAead(key: Bytes, sealed: Bytes, additionalData: Bytes): Promise<Bytes> {
  const imported = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  const how = { name: 'AES-GCM', iv: sealed.slice(0, 12), additionalData, tagLength: 128 };
  return new Uint8Array(await subtle.decrypt(how, imported, sealed.slice(12)));
}

/** The text within a padded content: its length (4 bytes), itself, zeros. */
export function unpadded(padded: Bytes): Bytes {
  const length = new DataView(padded.buffer).getUint32(0);
  return padded.slice(4, 4 + length);
}

/** An instant or a number of 8 bytes. */
export function be64(value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value));
  return bytes;
}

export function be32(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function bytesOf(field: Field): Bytes {
  if (typeof field === 'number') return be32(field);
  return typeof field === 'string' ? new TextEncoder().encode(field) : Uint8Array.from(field);
}
