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
  const fixed = Array.from(fill(template, values, () => '')).length;
  return fill(template, values, (value) => plainLine(value, LONGEST - fixed));
}

/** Fills in each value, converted by `as`; default: unchanged. */
export type Fill = (
  template: string,
  values: Readonly<Record<string, string>>,
  as?: (value: string) => string,
) => string;

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Puts values where `{name}` stands. A name without a value is a mistake in a translation. */
export const fill: Fill = (template, values, as = (value) => value) =>
  template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`the text has no value for {${name}}`);
    return as(value);
  });

/** The same in a text that runs right to left: a value of the other direction must not turn its neighbours. */
export const fillIsolated: Fill = (template, values, as = (value) => value) =>
  fill(template, values, (value) => `${FIRST_STRONG_ISOLATE}${as(value)}${POP_ISOLATE}`);
