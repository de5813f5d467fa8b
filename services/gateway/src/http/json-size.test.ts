import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithin } from './json-size.ts';

const many = { values: 1000, depth: 1000 };

test.each([
  ['{}', 1, 1],
  ['{"a":1}', 1, 1],
  ['{"a":1,"b":2}', 2, 1],
  ['{"a":[1,2],"b":2}', 4, 2],
  [String.raw`{"a,[{\"":"}],\\","b":"\\\""}`, 2, 1],
  ['["\\\\",[[]]]', 4, 3],
])('%s has %d values and %d levels', (text, values, depth) => {
  expect(isWithin(text, { values, depth })).toBe(true);
  expect(isWithin(text, { values: values - 1, depth })).toBe(false);
  expect(isWithin(text, { values, depth: depth - 1 })).toBe(false);
});

test('names, values and levels are counted as they are in the parsed value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      const { values, depth } = measured(value);
      expect(isWithin(text, { values, depth })).toBe(true);
      if (values > 0) expect(isWithin(text, { ...many, values: values - 1 })).toBe(false);
      if (depth > 0) expect(isWithin(text, { ...many, depth: depth - 1 })).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test('a text that is not JSON ends too', () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'"\\{}[],:1a') }), (text) => isWithin(text, many)));
});

/** An empty object or list counts as one value, like one of a single member. */
function measured(value: unknown): { readonly values: number; readonly depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 0, depth: 0 };
  const below = Object.values(value).map(measured);
  const values = below.reduce((sum, one) => sum + one.values, Math.max(1, below.length));
  return { values, depth: 1 + Math.max(0, ...below.map(({ depth }) => depth)) };
}
