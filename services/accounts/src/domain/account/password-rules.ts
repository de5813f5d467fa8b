import { PasswordMismatch, PasswordTooCommon, PasswordTooLong, PasswordTooShort } from './account-errors.ts';

/** More than anybody types; argon2id never gets more. In UTF-8, after NFKC. */
export const maxPasswordBytes = 256;

/** What the operator's settings and the list of common passwords decide. */
export interface PasswordRules {
  /** In characters. */
  readonly minLength: number;
  /** Whether a lower-case password is one of those attackers try first. */
  readonly isCommon: (password: string) => boolean;
}

/** Words anybody would guess for this product. */
const productWords = new Set([
  'onceover',
  'onceoversecret',
  'onetimesecret',
  'secret',
  'secrets',
  'mysecret',
  'password',
]);
const shortestPart = 3;

/**
 * Whether a password may be used. No composition rules: long enough, not too long, and not one that is guessed first:
 * the well-known ones, the product's words and the address, also with digits or signs around them.
 *
 * Refuses  account.password-too-short, -too-long, -too-common, -mismatch, in this order
 * Source   security 5.2
 */
export function checkPassword(password: string, confirmation: string, email: string, rules: PasswordRules): void {
  const normal = password.normalize('NFKC');
  if ([...normal].length < rules.minLength) throw new PasswordTooShort();
  if (bytesOf(normal) > maxPasswordBytes) throw new PasswordTooLong();
  const lower = normal.toLowerCase();
  if (rules.isCommon(lower) || isGuessable(lower, email)) throw new PasswordTooCommon();
  if (password !== confirmation) throw new PasswordMismatch();
}

function isGuessable(lower: string, email: string): boolean {
  const letters = lower.replace(/[^\p{L}]/gu, '');
  const parts = partsOf(email);
  if (parts.includes(lower) || productWords.has(letters)) return true;
  if (new Set(lower).size === 1) return true;
  return parts.some((part) => part.replace(/[^\p{L}]/gu, '') === letters && letters.length >= shortestPart);
}

/** The address, its two sides, and their words. */
function partsOf(email: string): readonly string[] {
  const [local = '', domain = ''] = email.split('@');
  const words = [...local.split(/[._+-]/), ...domain.split('.')];
  return [email, local, domain, ...words].filter((part) => part.length >= shortestPart);
}

/** Length in UTF-8; counted here because the rules know no buffers. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
