import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const docs = new URL('../../docs/', import.meta.url);
const pathOf = (link: string) => fileURLToPath(new URL(link, docs));

/** A document of `docs/` as it is written. */
export const documentText = (name: string): string => readFileSync(pathOf(name), 'utf8');

/** The text of what a link of a document leads to; of a directory none. */
export const linkedText = (link: string): string =>
  statSync(pathOf(link)).isDirectory() ? '' : readFileSync(pathOf(link), 'utf8');

const links = (text: string) =>
  [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(([, path = '', place]) => ({ path, place }));

/** Where the links of a text within the repository lead: paths as they are written, without the place in the file. */
export const linked = (text: string): string[] => links(text).map(({ path }) => path);

/** The links of a document that lead to no file, or to no heading of one. */
export function brokenLinks(name: string): string[] {
  return links(documentText(name))
    .filter(({ path, place }) => !leadsSomewhere(path === '' ? name : path, place))
    .map(({ path, place }) => (place === undefined ? path : `${path}#${place}`));
}

function leadsSomewhere(path: string, place: string | undefined): boolean {
  if (!existsSync(pathOf(path))) return false;
  return place === undefined || headings(linkedText(path)).includes(place);
}

/** The headings of a document as links name them. */
function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
