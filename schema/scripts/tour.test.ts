import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const docs = new URL('../../docs/', import.meta.url);
const tour = readFileSync(fileURLToPath(new URL('TOUR.md', docs)), 'utf8');
/** A numbered stop, with the lines that belong to it, or a row of a table that has a link. */
const stops = [...tour.matchAll(/^(?:\d+\. .*(?:\n {3,}\S.*)*|\|.*\]\(.*)$/gm)].map(([stop]) => stop);

const linked = (text: string) => [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, path]) => path ?? '');
const pathOf = (link: string) => fileURLToPath(new URL(link, docs));
/** As a word of its own: `end` is not in `append`. */
const standsIn = (name: string, text: string) => new RegExp(`(?<!\\w)${RegExp.escape(name)}(?!\\w)`).test(text);
const textOf = (path: string) => (statSync(path).isDirectory() ? '' : readFileSync(path, 'utf8'));

test('every link of docs/TOUR.md leads to something', () => {
  expect(linked(tour).filter((link) => !existsSync(pathOf(link)))).toEqual([]);
  expect(stops.length).toBeGreaterThan(30);
});

describe('what docs/TOUR.md names stands in the file beside it', () => {
  test.each(stops.map((stop) => [stop.slice(0, 80), stop]))('%s', (_, stop) => {
    const texts = linked(stop).map((link) => textOf(pathOf(link)));
    const names = [...stop.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
    expect(names.filter((name) => !texts.some((text) => standsIn(name, text)))).toEqual([]);
  });
});
