import { fileURLToPath } from 'node:url';
import { logNames } from '../events/logs.ts';
import { linesBelow } from './files-below.ts';

/**
 * Words of the product, as a line reads when its names are taken apart: `secretKey` and `secret-key` are `secret key`. The
 * service of secrets is one, a secret that is not told is none; so `secrets`, but not `secret`.
 */
const words = [
  /custid|planid|plan ids?|plan limits?/,
  /colonels?|customers?|accounts?/,
  /(sign|signs|signed|signing) (up|in|out)s?/,
  /secrets|conceal(s|ed|ing)?|reveal(s|ed|ing)?|burn(s|ed|ing)?|passphrases?/,
  /recipients?|visitors?|emails|bounces?|interceptions?|redelivery|redeliver(s|ed|ing)?|metadata changed/,
  /(secret|metadata|link|short) keys?|shortkeys?|owner handles?|(share|private) links?/,
  /claim tokens?|form tokens?|shrimps?|api tokens?/,
  /support desk|incoming secrets?|custom domains?|second factors?|two step/,
  /recovery codes?|reset keys?|device marks?/,
];
const word = new RegExp(`\\b(?:${words.map(({ source }) => source).join('|')})\\b`, 'g');

/** The product's name in a sentence. In names it is where things stand: the scope of packages, settings, a schema. */
const name = /\bOnceover\b/g;

/** What belongs to a service by its name: `notifications.feed`. */
const serviceName = new RegExp(`\\b(?:${logNames.join('|')})\\.[a-z]\\w*`, 'g');

/** What has the same name for a reason of its own, by package. */
const exempt: Readonly<Record<string, RegExp>> = {
  /** Users of the operating system have accounts, and a system may not reveal what a process is. */
  'postgres-server': /\baccounts?\b|\bnot reveal\b/g,
  /** An error message that says too much reveals it. */
  'event-store': /\breveals nothing\b/g,
  /** Every bus delivers events, and some of them again. */
  'event-bus': /\bredelivery\b/g,
  /** Emails of every SMTP server have recipients, and bounce. */
  testing: /\b(emails|recipients?|bounce)\b/g,
};

/**
 * Packages that are about the product alone: its clients, which are published as such, and what reads the data of another server
 * for it.
 */
const ofProduct: readonly string[] = ['client', 'cli', 'moving-in'];

/** Words of the product in a line of a package. */
export function productWordsIn(line: string, packageName: string): readonly string[] {
  if (ofProduct.includes(packageName)) return [];
  const words = wordsOf(line.replaceAll(serviceName, ''), exempt[packageName]);
  return [...words, ...(line.match(name) ?? []), ...(line.match(serviceName) ?? [])];
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

/** Those of all packages: `packages/event-bus/src/cli.ts:12: colonel`. */
export function productWordsInPackages(): readonly string[] {
  const packages = fileURLToPath(new URL('../../packages', import.meta.url));
  return productWordsBelow(packages).map((place) => `packages/${place}`);
}

if (import.meta.main) {
  const found = productWordsInPackages();
  for (const place of found) console.error(place);
  if (found.length > 0) {
    console.error(
      'A package knows no word of the product. Take it as an argument, or move it to schema/ or a service.',
    );
    process.exitCode = 1;
  }
}
