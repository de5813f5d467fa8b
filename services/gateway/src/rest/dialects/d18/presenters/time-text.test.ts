import { expect, test } from 'vitest';
import { lifetimeText, naturalDate, utcStamp } from './time-text.ts';

test('a time is stamped in UTC', () => {
  expect(utcStamp(1_900_000_000)).toBe('2030-03-17@17:46:40 UTC');
});

test.each([
  [0, 'a moment ago'],
  [59, 'a moment ago'],
  [60, '1 minute ago'],
  [7200, '2 hours ago'],
  [86_400, '1 day ago'],
  [3 * 604_800, '3 weeks ago'],
  [800 * 86_400, '2 years ago'],
  [-5, 'a moment ago'],
])('%s seconds earlier is "%s"', (age, words) => {
  expect(naturalDate(1_900_000_000 - age, 1_900_000_000)).toBe(words);
});

test.each([
  [60, '60 seconds'],
  [300, '5 minutes'],
  [1800, '30 minutes'],
  [3600, '60 minutes'],
  [14_400, '4 hours'],
  [86_400, '24 hours'],
  [604_800, '7 days'],
])('a lifetime of %s seconds reads "%s"', (seconds, words) => {
  expect(lifetimeText(seconds)).toBe(words);
});
