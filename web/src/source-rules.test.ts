import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('./', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.(tsx?|css)$/.test(path) && !path.endsWith('.test.ts'),
);
const found = (pattern: RegExp, kinds: RegExp = /./) =>
  files
    .filter((path) => kinds.test(path))
    .flatMap((path) => {
      const lines = readFileSync(source + path, 'utf8').split('\n');
      return lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : []));
    });

test('layout follows the writing direction: no utility names left or right', () => {
  const utilities =
    /["'`\s:](-?(ml|mr|pl|pr|left|right|border-l|border-r|rounded-l|rounded-r)-|text-(left|right)\b|float-)/;
  expect(found(utilities, /\.tsx$/)).toEqual([]);
});

test('styles follow the writing direction: no property names left or right', () => {
  const properties = /^\s*(left|right|(margin|padding|border)-(left|right)[\w-]*|text-align:\s*(left|right))\s*:/;
  expect(found(properties, /\.css$/)).toEqual([]);
});

test('no code is run from text, and no other host is named', () => {
  expect(found(/dangerouslySetInnerHTML|\.innerHTML|\beval\(|new Function\(/)).toEqual([]);
  expect(found(/https?:\/\/(?!\$\{|www\.w3\.org)/, /\.tsx?$/)).toEqual([]);
});

test('a person, not the page, opens a link: reveal runs in no effect', () => {
  const reveal = readFileSync(`${source}features/reveal-secret/use-reveal.ts`, 'utf8');
  const effects = reveal
    .split('useEffect(')
    .slice(1)
    .map((text) => text.slice(0, text.indexOf('\n  }')));
  for (const effect of effects) expect(effect).not.toMatch(/revealSecret|send\(|open\(/);
});
