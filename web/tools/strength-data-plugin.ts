import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { Plugin } from 'vite';

const name = 'virtual:strength-data';
const wordsKept = 10_000;

/** Gives the strength meter the 10,000 commonest passwords and the keyboard layouts: 40 kB, not the package's 800. */
export function strengthDataPlugin(): Plugin {
  return {
    name: 'onceover-strength-data',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? moduleText() : undefined),
  };
}

function moduleText(): string {
  const words = dictionary['passwords-common'].slice(0, wordsKept).join('\n');
  return `export const words = ${JSON.stringify(words)}.split('\\n');\nexport const graphs = ${JSON.stringify(adjacencyGraphs)};\n`;
}
