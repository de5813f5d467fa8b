/** Letters with accents, so that a text that was not translated is seen at once. */
const accents = new Map(
  [...'AÀBƁCÇDÐEÈFƑGĜHĤIÎJĴKĶLĻMḾNÑOÖPÞQǪRŔSŠTŢUÛVṼWŴXẊYÝZŽaàbƀcçdðeèfƒgĝhĥiîjĵkķlļmḿnñoöpþqǫrŕsštţuûvṽwŵxẋyýzž']
    .map((letter, index, all) => [letter, all[index + 1] ?? letter] as const)
    .filter((_pair, index) => index % 2 === 0),
);

/** What stays as it is: values and tags. */
const marks = /(\{+\w+\}+|<\/?[a-z]\w*>)/;

/**
 * An English text as a longer language would show it: accents, 40 % more letters, a word alone twice as many, within ⟦ and ⟧, so
 * that a test sees what is cut and what is not translated.
 */
export function longPseudo(english: string): string {
  const accented = mapText(english, (letter) => accents.get(letter) ?? letter);
  const letters = [...english.replaceAll(/\{+\w+\}+/g, '')].length;
  if (!english.trim().includes(' ')) return `⟦${accented}${'~'.repeat(letters)}⟧`;
  // Longer by more words: a longer last word is another question.
  const more = '~~~~ '.repeat(Math.ceil((letters * 0.4) / 5)).trim();
  return `⟦${accented} ${more}⟧`;
}

/** An English text as a right-to-left language would show it: each run of words is turned round by U+202E, values are isolated. */
export function rightToLeftPseudo(english: string): string {
  const parts = english.split(marks).map((part) => {
    if (part === '') return '';
    if (/^\{+\w+\}+$/.test(part)) return `\u2068${part}\u2069`;
    return /^<\/?[a-z]/.test(part) ? part : `\u202e${part}\u202c`;
  });
  return `⟦${parts.join('')}⟧`;
}

function mapText(text: string, map: (letter: string) => string): string {
  return text
    .split(marks)
    .map((part) => (marks.test(part) ? part : [...part].map(map).join('')))
    .join('');
}

/** A file of texts, with each of them changed. */
export function mapTexts(texts: unknown, change: (text: string) => string): unknown {
  if (typeof texts === 'string') return change(texts);
  return Object.fromEntries(Object.entries(texts as object).map(([key, inner]) => [key, mapTexts(inner, change)]));
}
