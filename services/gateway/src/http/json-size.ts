/** How large the value in a JSON text may be. */
export interface JsonLimits {
  /** Members of objects and items of lists, together. */
  readonly values: number;
  readonly depth: number;
}

const code = (character: string) => character.charCodeAt(0);
const QUOTE = code('"');
const BACKSLASH = code('\\');
const COMMA = code(',');
const [BRACE, BRACKET] = [code('{'), code('[')];
const [BRACE_END, BRACKET_END] = [code('}'), code(']')];

/**
 * Whether a JSON text stays within limits, found before it is parsed: parsing a megabyte of names takes a hundred times as
 * long as reading it. Stops at the first breach. A text that is not JSON is left for the parser to refuse.
 */
export function isWithin(text: string, { values, depth }: JsonLimits): boolean {
  let found = 0;
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === COMMA) found += 1;
    else if (character === BRACE || character === BRACKET) {
      // The first member or item has no comma before it.
      found += 1;
      level += 1;
    } else if (character === BRACE_END || character === BRACKET_END) level -= 1;
    if (found > values || level > depth) return false;
  }
  return true;
}

/** The place of the quotation mark that ends the string beginning at `start`; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return text.length;
}
