import type { StoredHash } from '@onceover/redis-kit/reader';

/** The fields of a record as texts; an empty text is a field that is not there. */
export type Fields = (name: string) => string;

/** A field is not text, or says something that cannot be. The message names the field and never what is in it. */
export class Unreadable extends Error {}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Texts of a hash. From 0.24 on they are JSON: numbers, booleans and null, too; what is no JSON is taken as it is, as it is there.
 *
 * Refuses  Unreadable: bytes that are no text
 */
export function fieldsOf(hash: StoredHash, isJson: boolean): Fields {
  return (name) => {
    const bytes = hash.get(name);
    if (bytes === undefined) return '';
    const text = textOf(name, bytes);
    return isJson ? plainOf(text) : text;
  };
}

function textOf(name: string, bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Unreadable(`its field ${name} is no text`);
  }
}

function plainOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return '';
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : text;
  } catch {
    return text;
  }
}

/** Unix seconds of a field, whole; null where there is none. Refuses Unreadable. */
export function momentOf(fields: Fields, name: string): number | null {
  const text = fields(name);
  if (text === '') return null;
  const seconds = Math.floor(Number(text));
  // From 2001 to 2286: ten digits.
  if (!(seconds >= 1e9 && seconds < 1e10)) throw new Unreadable(`its field ${name} is no time`);
  return seconds;
}

/** Null for an empty text. */
export const ifAny = (text: string): string | null => (text === '' ? null : text);
