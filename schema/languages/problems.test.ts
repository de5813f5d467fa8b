import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { locales } from '../locales.ts';
import { englishTexts } from '../scripts/screen-texts.ts';
import { readCatalog, readJson, root } from './catalogs.ts';
import { readContext } from './context.ts';
import { houseProblems, languageProblems } from './problems.ts';

test('the English texts are those of the specification, described, used, and all there are', () => {
  expect(houseProblems()).toEqual([]);
});

test.each(locales)('nothing is wrong with the texts in $code', (locale) => {
  expect(languageProblems(locale)).toEqual([]);
});

test('what English says of a refusal is what the schema says of it', () => {
  for (const [path, content] of englishTexts()) expect(readJson(root + path), path).toEqual(JSON.parse(content));
});

test('nobody reads the jokes of the API on a screen', () => {
  const jokes = /cripes|carbon-based|more original|:\[/i;
  expect([...readCatalog('en')].filter(([, text]) => jokes.test(text))).toEqual([]);
});

test('a screen that the context of a text names is a state of the browser tests', () => {
  const folder = `${root}tests/e2e/support/states/`;
  const code = readdirSync(folder).map((file) => readFileSync(folder + file, 'utf8'));
  const states = new Set(code.flatMap((text) => [...text.matchAll(/name: '([\w-]+)'/g)].map(([, name]) => name)));
  const named = Object.values(readContext()).flatMap((context) => context?.screen ?? []);
  expect(named.filter((screen) => !states.has(screen))).toEqual([]);
});
