/** Kinds of characters in a made password, in the order in which they are offered. */
export const characterKinds = ['lower', 'upper', 'digits', 'symbols'] as const;
export type CharacterKind = (typeof characterKinds)[number];

/** Without those that look alike: `i l o I O 0 1`. The symbols are the API's. Source: REST contract 5.1 */
const characters: Readonly<Record<CharacterKind, string>> = {
  lower: 'abcdefghjkmnpqrstuvwxyz',
  upper: 'ABCDEFGHJKLMNPQRSTUVWXYZ',
  digits: '23456789',
  symbols: '*$!?()',
};

export const passwordLengths = { shortest: 8, usual: 16, longest: 64 } as const;

/** A password with at least one character of every kind, each place drawn evenly from all of them. */
export function makePassword(length: number, kinds: readonly CharacterKind[]): string {
  const all = kinds.map((kind) => characters[kind]).join('');
  for (;;) {
    const password = Array.from({ length }, () => all.charAt(randomIndex(all.length))).join('');
    if (kinds.every((kind) => [...password].some((character) => characters[kind].includes(character)))) return password;
  }
}

/** By language, where there is a list of words to say; all others get English ones, which most people can spell. */
const wordLists: Readonly<Record<string, () => Promise<{ readonly words: readonly string[] }>>> = {
  cs: () => import('virtual:passphrase-words-cs'),
  es: () => import('virtual:passphrase-words-es'),
  fr: () => import('virtual:passphrase-words-fr'),
  it: () => import('virtual:passphrase-words-it'),
  pt: () => import('virtual:passphrase-words-pt'),
};

/** Bits that a passphrase has at least: far more than the 100 wrong tries after which a message locks. */
const leastBits = 50;

/**
 * A passphrase that can be said over the phone, of as many words as it takes: four English ones, five of the shorter lists. The
 * words are loaded on the first call, `language` is a BCP 47 tag. Rejects if they cannot be.
 */
export async function makePassphrase(language: string): Promise<string> {
  const load = wordLists[language.split('-')[0] ?? ''] ?? (() => import('virtual:passphrase-words-en'));
  const { words } = await load();
  return Array.from({ length: wordsNeeded(words.length) }, () => words[randomIndex(words.length)]).join('-');
}

export function wordsNeeded(listLength: number): number {
  return Math.ceil(leastBits / Math.log2(listLength));
}

/** An even choice from 0 to `count` - 1. */
export function randomIndex(count: number): number {
  const range = 2 ** 32;
  const draw = new Uint32Array(1);
  // The last, incomplete round of numbers would favour the first choices.
  do crypto.getRandomValues(draw);
  while ((draw[0] ?? 0) >= range - (range % count));
  return (draw[0] ?? 0) % count;
}
