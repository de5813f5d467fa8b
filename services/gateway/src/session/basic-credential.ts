import { notAuthorized } from '../http/api-error.ts';

/** The two halves of `Authorization: Basic`. */
export interface BasicCredential {
  /** The email address, in lower case. */
  readonly custid: string;
  readonly token: string;
}

const LONGEST = 1200;
const LONGEST_HALF = 400;
const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;

/**
 * Reads an `Authorization` header, strictly. Any other scheme, an empty half, invalid UTF-8 or control characters:
 * throws the 403 of REST contract 1.4.
 */
export function readBasicCredential(header: string): BasicCredential {
  const encoded = header.length > LONGEST ? undefined : BASIC.exec(header)?.[1];
  if (encoded === undefined) throw notAuthorized();
  const decoded = Buffer.from(encoded, 'base64');
  const text = decoded.toString('utf8');
  const colon = text.indexOf(':');
  const custid = text.slice(0, Math.max(0, colon)).toLowerCase();
  const token = text.slice(colon + 1);
  const isClean = !hasControls(text) && Buffer.from(text, 'utf8').equals(decoded);
  if (!isClean || custid === '' || token === '' || custid.length > LONGEST_HALF || token.length > LONGEST_HALF) {
    throw notAuthorized();
  }
  return { custid, token };
}

function hasControls(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
