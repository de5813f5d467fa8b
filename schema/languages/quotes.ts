/**
 * The quotation marks of each language, in pairs: first those of a quotation, then those within one. A file of texts holds no
 * others. Source: CLDR 48.2, `delimiters.json`
 */
const marks: Readonly<Record<string, string>> = {
  ar: '”“’‘',
  bg: '„“„“',
  ca_ES: '«»“”',
  cn: '“”‘’',
  cs: '„“‚‘',
  da_DK: '“”‘’',
  de: '„“‚‘',
  el_GR: '«»“”',
  en: '“”‘’',
  es: '“”‘’',
  fr: '«»«»',
  fr_FR: '«»«»',
  he: '””’’',
  hu: '„”»«',
  it_IT: '«»“”',
  nl: '‘’‘’',
  pl: '„”«»',
  pt_BR: '“”‘’',
  pt_PT: '«»“”',
  ru: '«»„“',
  sl_SI: '„“‚‘',
  sv_SE: '””’’',
  tr: '“”‘’',
  uk: '«»„“',
  vi: '“”‘’',
};

/** Any quotation mark; an apostrophe within a word, or behind one, is none. */
const anyMark = /["“”„‟«»‹›‘‚‛]|(?<!\p{L})['’]/gu;

/** The quotation marks of a text that its language does not use. */
export function foreignQuotes(code: string, text: string): string[] {
  const own = marks[code] ?? '';
  return (text.match(anyMark) ?? []).filter((mark) => !own.includes(mark));
}
