import { createHash } from 'node:crypto';

/**
 * A place in the feed of an account, as clients keep it: a mark of the account, and how far each of its numberings was seen.
 * Null for what is no such place, be it another account's.
 */
export function placesIn(cursor: string, accountRef: string, numberings: number): readonly number[] | null {
  const [mark, ...texts] = cursor.split('.');
  if (mark !== markOf(accountRef) || texts.length !== numberings) return null;
  return texts.every((text) => /^(0|[1-9]\d{0,14})$/.test(text)) ? texts.map(Number) : null;
}

export function cursorOf(accountRef: string, places: readonly number[]): string {
  return [markOf(accountRef), ...places].join('.');
}

/** So that a place of another account is known as one; it is not secret. */
function markOf(accountRef: string): string {
  return createHash('sha256').update(`onceover feed ${accountRef}`).digest('base64url').slice(0, 8);
}
