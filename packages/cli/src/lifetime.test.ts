import { expect, test } from 'vitest';
import { lifetimeInWords, parseLifetime, timeInWords } from './lifetime.ts';

test.each([
  ['7d', 604_800],
  ['12h', 43_200],
  ['30m', 1800],
  ['45s', 45],
  ['2W', 1_209_600],
  ['3600', 3600],
])('%s is %s seconds', (text, seconds) => expect(parseLifetime(text)).toBe(seconds));

test.each(['', '0', '-1d', '1.5h', '7 days', 'd', '366d', '9999999999'])('"%s" is no lifetime', (text) => {
  expect(() => parseLifetime(text)).toThrow(/such as 30m, 12h or 7d/);
});

test('a lifetime is told in the largest unit that is whole', () => {
  expect([604_800, 86_400, 5400, 61].map(lifetimeInWords)).toEqual(['7 days', '1 day', '90 minutes', '61 seconds']);
  expect(timeInWords(1_795_741_325)).toBe('2026-11-27 01:02 UTC');
});
