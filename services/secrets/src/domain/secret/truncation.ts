/** Whether a text of this many characters is truncated. The only place that decides it. */
export function isTooLong(characters: number, maxCharacters: number): boolean {
  return characters > maxCharacters;
}

/** A text truncated to a number of characters; a character is a code point, so that no emoji is halved. */
export function truncate(
  text: string,
  maxCharacters: number,
): { readonly text: string; readonly characters: number; readonly isTruncated: boolean } {
  if (!half.test(text)) return cutPlain(text, maxCharacters);
  let characters = 0;
  let cutAt = text.length;
  for (let index = 0; index < text.length; index += 1) {
    if (characters === maxCharacters) cutAt = index;
    characters += 1;
    if (isPairAt(text, index)) index += 1;
  }
  const isTruncated = isTooLong(characters, maxCharacters);
  return { text: isTruncated ? text.slice(0, cutAt) : text, characters, isTruncated };
}

/** Without pairs every unit is a character. */
function cutPlain(text: string, maxCharacters: number): ReturnType<typeof truncate> {
  const isTruncated = isTooLong(text.length, maxCharacters);
  return { text: isTruncated ? text.slice(0, maxCharacters) : text, characters: text.length, isTruncated };
}

const half = /[\ud800-\udfff]/;

/** Length in code points. */
export function countCharacters(text: string): number {
  let characters = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    if (!isPairAt(text, index)) continue;
    characters -= 1;
    index += 1;
  }
  return characters;
}

function isPairAt(text: string, index: number): boolean {
  const high = text.charCodeAt(index);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = text.charCodeAt(index + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}
