import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { Plugin } from 'vite';

const commonPasswords = 10_000;

const modules: Readonly<Record<string, () => string>> = {
  'virtual:strength-data': () =>
    `${list('words', dictionary['passwords-common'].slice(0, commonPasswords))}export const graphs = ${JSON.stringify(adjacencyGraphs)};\n`,
  'virtual:passphrase-words': () =>
    list(
      'words',
      dictionary['diceware-common'].filter((word) => /^[a-z]{3,8}$/.test(word)),
    ),
};

/**
 * Gives the strength meter the 10,000 commonest passwords and the keyboard layouts: 40 kB, not the package's 800. Gives
 * suggestions the short words of its diceware list.
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
