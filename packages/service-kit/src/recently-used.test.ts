import { expect, test } from 'vitest';
import { recentlyUsed } from './recently-used.ts';

test('what was used least recently is forgotten first', () => {
  const kept = recentlyUsed<number>(2);
  kept.set('one', 1);
  kept.set('two', 2);
  expect(kept.get('one')).toBe(1);
  kept.set('three', 3);
  expect(['one', 'two', 'three'].map((name) => kept.get(name))).toEqual([1, undefined, 3]);
  kept.set('one', 11);
  kept.set('four', 4);
  expect(['one', 'three', 'four'].map((name) => kept.get(name))).toEqual([11, undefined, 4]);
});
