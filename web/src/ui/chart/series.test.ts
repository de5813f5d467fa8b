import { expect, test } from 'vitest';
import { spread, ticksFor } from './series.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [41, [0, 20, 40, 60]],
  [400, [0, 100, 200, 300, 400]],
  [12_345, [0, 5_000, 10_000, 15_000]],
])('an axis for values up to %i begins at 0 and has round numbers', (highest, ticks) => {
  expect(ticksFor(highest)).toEqual(ticks);
});

test('labels at the same place stand below each other, and none leaves the picture', () => {
  expect(spread([100, 100, 20], 16, 200)).toEqual([100, 116, 20]);
  expect(spread([100, 100, 100], 16, 110)).toEqual([78, 94, 110]);
  expect(spread([10, 195, 200], 18, 192), 'one that has room stays').toEqual([10, 174, 192]);
});
