import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { refusalBundles } from '../refusals/refusal-definition.ts';

/** Texts by key: `core.alert.error` of the web, `mail.common.open` of the emails. */
export type Catalog = ReadonlyMap<string, string>;

export const bundleNames = [...refusalBundles, 'colonel'] as const;
/** The bundles that pages load, and what only the build reads. */
export const webFiles = [...bundleNames, 'shell'] as const;
export type WebFile = (typeof webFiles)[number];

export const root = fileURLToPath(new URL('../../', import.meta.url));
const webFolder = `${root}web/src/i18n/locales`;
const mailFolder = `${root}services/notifications/src/mail/locales`;

/** Codes of the languages that pages have texts in, by their folders. */
export function webCodes(): string[] {
  return readdirSync(webFolder).toSorted();
}

/** Codes of the languages that emails have texts in, by their files. */
export function mailCodes(): string[] {
  return readdirSync(mailFolder)
    .map((file) => file.replace(/\.json$/, ''))
    .toSorted();
}

export function readWebFile(code: string, file: WebFile): Catalog {
  return flatten(readJson(`${webFolder}/${code}/${file}.json`), file);
}

/** Everything that somebody may read in one language: of the web and of the emails. */
export function readCatalog(code: string): Catalog {
  const web = webFiles.flatMap((file) => [...readWebFile(code, file)]);
  return new Map([...web, ...flatten(readJson(`${mailFolder}/${code}.json`), 'mail')]);
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Throws for anything that is neither text nor a group of texts. */
export function flatten(value: unknown, key: string): Catalog {
  if (typeof value === 'string') return new Map([[key, value]]);
  if (typeof value !== 'object' || value === null) throw new Error(`${key} is neither text nor a group`);
  return new Map(Object.entries(value).flatMap(([name, inner]) => [...flatten(inner, `${key}.${name}`)]));
}
