import { expect, test } from 'vitest';
import { displayLines, isOneLiner } from './text-size.ts';

test.each([
  ['tea at 5?', 4],
  ['x'.repeat(79), 4],
  ['x'.repeat(80), 5],
  ['🫖'.repeat(79), 4],
  ['a\nb\nc', 6],
  ['x'.repeat(10_000), 30],
])('lines are reserved for a text (%#)', (text, lines) => {
  expect(displayLines(text)).toBe(lines);
});

test('a text without line feed is a one-liner', () => {
  expect(isOneLiner('tea\rat 5')).toBe(true);
  expect(isOneLiner('tea\nat 5')).toBe(false);
});
