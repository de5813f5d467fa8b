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

/** Four words of 6,000 are 50 bits: far more than the 100 wrong tries after which a message locks. */
const wordsOfPassphrase = 4;

/** A passphrase that can be said over the phone. Its words are loaded on the first call. Rejects if they cannot be. */
export async function makePassphrase(): Promise<string> {
  const { words } = await import('virtual:passphrase-words');
  return Array.from({ length: wordsOfPassphrase }, () => words[randomIndex(words.length)]).join('-');
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
