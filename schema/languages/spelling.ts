import { spawnSync } from 'node:child_process';
import type { Catalog } from './catalogs.ts';

/** The system's hunspell dictionary of each language; null where Debian has none. */
export const dictionaries: Readonly<Record<string, string | null>> = {
  ar: 'ar',
  bg: 'bg_BG',
  ca_ES: 'ca_ES',
  cn: null,
  cs: 'cs_CZ',
  da_DK: 'da_DK',
  de: 'de_DE',
  el_GR: 'el_GR',
  en: 'en_US',
  es: 'es_ES',
  fr: 'fr_FR',
  fr_FR: 'fr_FR',
  he: 'he_IL',
  hu: 'hu_HU',
  it_IT: 'it_IT',
  nl: 'nl_NL',
  pl: 'pl_PL',
  pt_BR: 'pt_BR',
  pt_PT: 'pt_PT',
  ru: 'ru_RU',
  sl_SI: 'sl_SI',
  sv_SE: 'sv_SE',
  tr: 'tr_TR',
  uk: 'uk_UA',
  vi: 'vi_VN',
};

/** Dictionaries that this machine has; undefined without hunspell. */
export function installedDictionaries(): ReadonlySet<string> | undefined {
  const { status, stderr } = spawnSync('hunspell', ['-D'], { encoding: 'utf8', input: '' });
  if (status !== 0) return undefined;
  return new Set([...stderr.matchAll(/\/([\w-]+)$/gm)].map(([, name = '']) => name));
}

/** The words of a language's texts that its dictionary and its sheet do not know, each once, with a key that has it. */
export function misspelled(dictionary: string, texts: Catalog, known: ReadonlySet<string>): string[] {
  const words = new Map<string, string>();
  for (const [key, text] of texts) {
    for (const word of wordsOf(text)) if (!known.has(word) && !words.has(word)) words.set(word, key);
  }
  const { status, stdout, stderr } = spawnSync('hunspell', ['-d', dictionary, '-i', 'UTF-8', '-l'], {
    encoding: 'utf8',
    input: `${[...words.keys()].join('\n')}\n`,
  });
  if (status !== 0) throw new Error(`hunspell could not read the words of ${dictionary}: ${stderr}`);
  const wrong = new Set(stdout.split('\n').filter((line) => line !== ''));
  return [...words].filter(([word]) => wrong.has(word)).map(([word, key]) => `${key} has the word "${word}"`);
}

const names = new Set(
  'Elite Esc GitHub Global GraphQL Identity JavaScript Onceover Plus anonymous audit http https min npm off run verify'.split(
    ' ',
  ),
);

/** Words of two letters and more, without abbreviations, names, values, tags, addresses and directional marks. */
export function wordsOf(text: string): string[] {
  const plain = text
    .replaceAll(/\{+\w+\}+|<\/?[a-z]\w*>|\S+@\S+|\S+\.\S+\.\S+|ONCEOVER_\w+/g, ' ')
    .replaceAll(/[\u2066-\u2069\u202a-\u202e]/g, '');
  const words = plain.match(/\p{L}[\p{L}\p{M}'’]*\p{L}/gu) ?? [];
  return words.filter((word) => !/^\p{Lu}+$/u.test(word) && !names.has(word));
}
