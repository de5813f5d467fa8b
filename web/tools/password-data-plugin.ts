import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { Plugin } from 'vite';

const commonPasswords = 10_000;

const modules: Readonly<Record<string, () => string>> = {
  'virtual:strength-data': () =>
    `${list('words', dictionary['passwords-common'].slice(0, commonPasswords))}export const graphs = ${JSON.stringify(adjacencyGraphs)};\n`,
  'virtual:passphrase-words-en': () => sayable(dictionary['diceware-common']),
  // Lists that were made to be said and written down. Each language's own letters are left out: not every keyboard has them.
  'virtual:passphrase-words-cs': () => sayable(czech),
  'virtual:passphrase-words-es': () => sayable(spanish),
  'virtual:passphrase-words-fr': () => sayable(french),
  'virtual:passphrase-words-it': () => sayable(italian),
  'virtual:passphrase-words-pt': () => sayable(portuguese),
};

const sayable = (words: readonly string[]) =>
  list(
    'words',
    words.filter((word) => /^[a-z]{3,8}$/.test(word)),
  );

/**
 * Gives the strength meter the 10,000 commonest passwords and the keyboard layouts: 40 kB, not the package's 800. Gives
 * suggestions short words: of its diceware list, or of the list of the reader's language where one is well kept.
 */
export function passwordDataPlugin(): Plugin {
  return {
    name: 'onceover-password-data',
    resolveId: (id) => (Object.hasOwn(modules, id) ? `\0${id}` : undefined),
    load: (id) => (id.startsWith('\0') ? modules[id.slice(1)]?.() : undefined),
  };
}

function list(name: string, words: readonly string[]): string {
  return `export const ${name} = ${JSON.stringify(words.join('\n'))}.split('\\n');\n`;
}
