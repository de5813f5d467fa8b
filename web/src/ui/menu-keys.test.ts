import { expect, test } from 'vitest';
import { menuTarget } from './menu-keys.ts';

const names = ['English', 'español', 'עברית', 'Türkçe'];

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 3, 0],
  ['ArrowUp', 0, 3],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['e', 0, 1],
  ['e', 1, 0],
  ['T', 0, 3],
  ['ע', 0, 2],
  ['x', 0, null],
  [' ', 0, null],
  ['Enter', 0, null],
])('%s from item %i goes to %s', (key, from, to) => {
  expect(menuTarget(key, from, names)).toBe(to);
});
