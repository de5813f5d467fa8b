import { describe, expect, test } from 'vitest';
import { documentText, linked, linkedText } from '../test-support/documents.ts';

/** A numbered stop, with the lines that belong to it, or a row of a table that has a link. */
const stops = [...documentText('TOUR.md').matchAll(/^(?:\d+\. .*(?:\n {3,}\S.*)*|\|.*\]\(.*)$/gm)].map(
  ([stop]) => stop,
);

/** As a word of its own: `end` is not in `append`. */
const standsIn = (name: string, text: string) => new RegExp(`(?<!\\w)${RegExp.escape(name)}(?!\\w)`).test(text);

test('docs/TOUR.md has its stops', () => {
  expect(stops.length).toBeGreaterThan(30);
});

describe('what docs/TOUR.md names stands in the file beside it', () => {
  test.each(stops.map((stop) => [stop.slice(0, 80), stop]))('%s', (_, stop) => {
    const texts = linked(stop).map(linkedText);
    const names = [...stop.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
    expect(names.filter((name) => !texts.some((text) => standsIn(name, text)))).toEqual([]);
  });
});
