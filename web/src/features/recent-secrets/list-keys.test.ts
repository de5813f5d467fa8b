import { expect, test } from 'vitest';
import { actionOf, stepFrom } from './list-keys.ts';

const press = (key: string, code = '', change = {}) =>
  actionOf({ key, code, altKey: false, ctrlKey: false, metaKey: false, ...change });

test.each([
  ['j', 'next'],
  ['k', 'previous'],
  ['x', 'select'],
  ['b', 'burn'],
  ['/', 'search'],
  ['?', 'help'],
  ['J', 'next'],
  ['a', null],
  ['Enter', null],
  ['Tab', null],
  ['constructor', null],
])('%s does %s', (key, action) => {
  expect(press(key)).toBe(action);
});

test('with Ctrl, Alt or Command a key is the browser’s', () => {
  for (const held of ['altKey', 'ctrlKey', 'metaKey']) expect(press('j', 'KeyJ', { [held]: true })).toBeNull();
});

test('on a keyboard of other letters the place of the key counts, on one of Latin letters its letter', () => {
  expect(press('ח', 'KeyJ')).toBe('next');
  expect(press('л', 'KeyK')).toBe('previous');
  expect(press('ч', 'KeyX')).toBe('select');
  expect(press('h', 'KeyJ')).toBeNull();
  expect(press('ß', 'Minus')).toBeNull();
});

test('a step goes to the row after or before, and not beyond the ends', () => {
  expect(stepFrom({ before: 1, count: 3 }, true, 1)).toBe(2);
  expect(stepFrom({ before: 1, count: 3 }, true, -1)).toBe(0);
  expect(stepFrom({ before: 2, count: 3 }, true, 1)).toBeNull();
  expect(stepFrom({ before: 0, count: 3 }, true, -1)).toBeNull();
});

test('from between two rows a step goes to the one below or above', () => {
  expect(stepFrom({ before: 0, count: 3 }, false, 1)).toBe(0);
  expect(stepFrom({ before: 2, count: 3 }, false, 1)).toBe(2);
  expect(stepFrom({ before: 2, count: 3 }, false, -1)).toBe(1);
  expect(stepFrom({ before: 0, count: 3 }, false, -1)).toBeNull();
  expect(stepFrom({ before: 3, count: 3 }, false, 1)).toBeNull();
});
