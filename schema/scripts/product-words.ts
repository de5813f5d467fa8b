import { fileURLToPath } from 'node:url';
import { linesBelow } from './lines-below.ts';

/**
 * Words of the product, as a line reads when its names are taken apart: `secretKey` and `secret-key` are `secret key`. The
 * service of secrets is one, a secret that is not told is none; so `secrets`, but not `secret`.
 */
const words = [
  /custid|planid|plan ids?|plan limits?/,
  /colonels?|customers?|accounts?/,
  /(sign|signs|signed|signing) (up|in|out)s?/,
  /secrets|conceal(s|ed|ing)?|burn(s|ed|ing)?|passphrases?/,
  /(secret|metadata|link|short) keys?|shortkeys?|owner handles?|(share|private) links?/,
  /claim tokens?|form tokens?|shrimps?|api tokens?/,
  /support desk|incoming secrets?|custom domains?|second factors?|two step/,
];
const word = new RegExp(`\\b(?:${words.map(({ source }) => source).join('|')})\\b`, 'g');

/** The product's name in a sentence. In names it is where things stand: the scope of packages, settings, a schema. */
const name = /\bOnceover\b/g;

/** What has the same name for a reason of its own: users of the operating system have accounts, too. */
const exempt: Readonly<Record<string, RegExp>> = { 'postgres-server': /\baccounts?\b/g };

/** Words of the product in a line of a package. */
export function productWordsIn(line: string, packageName: string): readonly string[] {
  return [...wordsOf(line, exempt[packageName]), ...(line.match(name) ?? [])];
}

function wordsOf(line: string, allowed: RegExp | undefined): readonly string[] {
  const apart = line.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase();
  const read = apart.replaceAll(/[_.-]+/g, ' ');
  return (allowed === undefined ? read : read.replaceAll(allowed, '')).match(word) ?? [];
}

/** Every such place in a folder of packages, tests and READMEs included: `event-bus/src/cli.ts:12: colonel`. */
export function productWordsBelow(folder: string): readonly string[] {
  return linesBelow(folder).flatMap(({ file, number, text }) => {
    const [packageName = ''] = file.split('/');
    return productWordsIn(text, packageName).map((word) => `${file}:${number}: ${word}`);
  });
}

if (import.meta.main) {
  const found = productWordsBelow(fileURLToPath(new URL('../../packages', import.meta.url)));
  for (const place of found) console.error(`packages/${place}`);
  if (found.length > 0) {
    console.error(
      'A package knows no word of the product. Take it as an argument, or move it to schema/ or a service.',
    );
    process.exitCode = 1;
  }
}
