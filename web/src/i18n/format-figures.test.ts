import { expect, test } from 'vitest';
import { formatAge, formatChange, formatShortNumber } from './format-figures.ts';

test.each([
  [0, '0 seconds'],
  [59, '59 seconds'],
  [119, '1 minute'],
  [3_600, '1 hour'],
  [172_799, '1 day'],
])('an age of %i seconds is told in its largest unit, rounded down', (seconds, words) => {
  expect(formatAge(seconds, 'en')).toBe(words);
});

test('a change has its sign, and none is told as none', () => {
  expect([1_200, -3, 0].map((change) => formatChange(change, 'de'))).toEqual(['+1.200', '-3', '±0']);
});

test('large numbers are short in the words of the language, with digits 0 to 9', () => {
  expect(['en', 'de', 'zh-Hans-CN', 'ar'].map((language) => formatShortNumber(10_000_000, language))).toEqual([
    '10M',
    '10\u00a0Mio.',
    '1000万',
    '10\u00a0مليون',
  ]);
});
