import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { bundleNames, type Catalog, root } from './catalogs.ts';

/** Attributes that people read or hear. */
const spokenAttributes = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'placeholder',
  'title',
  'label',
]);

const webSource = `${root}web/src/`;

/** The components and modules of the web, tests apart: path within `web/src`, and text. */
export function webModules(): [path: string, text: string][] {
  return readdirSync(webSource, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(webSource + path, 'utf8')]);
}

/** Words that a component shows without asking a catalog, as sentences with the place. */
export function fixedTexts(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const note = (node: ts.Node, words: string) => {
    if (!/\p{L}{2}/u.test(words)) return;
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push(`web/src/${path}:${line + 1} shows "${words.trim()}": give it a key in web/src/i18n/locales/en`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) note(node, node.text);
    if (ts.isJsxAttribute(node) && spokenAttributes.has(node.name.getText())) {
      const { initializer } = node;
      if (initializer !== undefined && ts.isStringLiteral(initializer)) note(node, initializer.text);
    }
    if (ts.isJsxExpression(node) && node.expression !== undefined && ts.isStringLiteral(node.expression)) {
      const isChild = ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent);
      if (isChild) note(node, node.expression.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const quote = /["'`]/.source;
const keyPart = /[\w.${}[\]]+/.source;
/** Keys in quotes, with their bundle or without. */
const quotedKeys = new RegExp(`${quote}(?:(?:${bundleNames.join('|')}):)?(${keyPart}\\.${keyPart})${quote}`, 'g');

/** Keys of English that no module of the web asks for. The static shells take the titles and headings of the pages. */
export function unusedKeys(english: Catalog, modules: readonly (readonly [path: string, text: string])[]): string[] {
  const named = modules.flatMap(([, text]) => [...text.matchAll(quotedKeys)]);
  const patterns = new Set(named.map(([, key = '']) => key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '\\w+')));
  const isUsed = (key: string) => [...patterns].some((pattern) => new RegExp(`^${pattern}$`).test(key));
  return [...english.keys()].filter((key) => {
    const [file = '', ...rest] = key.split('.');
    const name = rest.join('.').replace(/_(one|other)$/, '');
    const isElsewhere = file === 'mail' || file === 'shell' || /^pages\.\w+\.(title|heading)$/.test(name);
    return !isElsewhere && !isUsed(name);
  });
}
