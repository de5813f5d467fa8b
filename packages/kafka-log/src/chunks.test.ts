import { expect, test } from 'vitest';
import { chunksOf, largestOf } from './chunks.ts';
import { aNote } from './test-support/notes.ts';

const noteOf = (n: number, bytes: number) => ({ ...aNote(n, {}), data: { text: 'x'.repeat(bytes) } });

test('small events go together, large ones apart; nothing is left out, and each piece ends where its last event is', () => {
  const sizes = [100, 100, 300_000, 300_000, 700_000, 100];
  const events = sizes.map((bytes, index) => noteOf(index + 1, bytes));
  const chunks = [...chunksOf(events, 'a-run')];
  expect(chunks.map(({ records }) => records.map(({ event }) => event.version))).toEqual([[1, 2, 3], [4], [5], [6]]);
  expect(chunks.map(({ end }) => end)).toEqual([3, 4, 5, 6].map((n) => aNote(n, {}).position));
  expect(chunks.flatMap(({ records }) => records).every(({ record }) => record.headers.run === 'a-run')).toBe(true);
});

test('of no events there is no piece', () => {
  expect([...chunksOf([], 'a-run')]).toEqual([]);
});

test('a refusal names the largest event by its type and id, not by what it says', () => {
  const [chunk] = chunksOf([noteOf(1, 10), noteOf(2, 5_000), noteOf(3, 10)], 'a-run');
  expect(largestOf(chunk?.records ?? [])).toMatch(
    /^; the largest is the box\.noted event 0199f5a0-0000-7000-8000-000000000002 with 5\d{3} bytes$/,
  );
});
