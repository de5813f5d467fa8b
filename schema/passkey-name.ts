const maxCharacters = 60;

/** Control characters, line breaks, halves of characters, and what reorders the text around it. */
const unfit = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
const visible = /[^\p{C}\p{Z}]/u;

/** What an owner may call a passkey: what joins letters and emoji is allowed. Null: not this; else without spaces around it. */
export function passkeyNameOf(typed: string): string | null {
  const name = typed.trim();
  return visible.test(name) && !unfit.test(name) && [...name].length <= maxCharacters ? name : null;
}
