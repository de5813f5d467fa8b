const LONGEST = 100;

/** Controls, line and paragraph separators, and marks that change the direction of what follows. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** Begins an encoded word (RFC 2047): readers would decode what stands in it, line breaks included. */
export const ENCODED = '=?';

/**
 * A value somebody typed, as it may stand in a header or a sentence: one line, one space at a time, nothing that turns
 * the text around it, at most `longest` characters.
 */
export function plainLine(value: string, longest = LONGEST): string {
  const line = value.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/gu, ' ').replaceAll(ENCODED, '= ?').trim();
  return shortened(line, longest);
}

/** Cuts to `longest` characters, the last of them an ellipsis; never through the middle of a character. */
function shortened(line: string, longest: number): string {
  const characters = Array.from(line);
  if (characters.length <= longest) return line;
  return `${characters
    .slice(0, Math.max(longest - 1, 0))
    .join('')
    .trimEnd()}…`;
}

/** Fits values into a line: what is fixed stays whole, the values give way. */
export function headerLine(template: string, values: Readonly<Record<string, string>>, fill: Fill): string {
  const fixed = Array.from(fill(template, Object.fromEntries(Object.keys(values).map((name) => [name, ''])))).length;
  const room = LONGEST - fixed;
  return fill(
    template,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plainLine(value, room)])),
  );
}

export type Fill = (template: string, values: Readonly<Record<string, string>>) => string;
