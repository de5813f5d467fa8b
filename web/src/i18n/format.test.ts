import { expect, test } from 'vitest';
import { formatDistance, formatDuration, formatMoment, formatNumber, formatWait } from './format.ts';

test.each([
  [300, 'en', '5 minutes'],
  [3_600, 'en', '1 hour'],
  [5_400, 'en', '90 minutes'],
  [604_800, 'en', '7 days'],
  [604_800, 'he', '7 ימים'],
  [90, 'en', '90 seconds'],
])('a lifetime of %i s in %s reads %s', (seconds, language, text) => {
  expect(formatDuration(seconds, language)).toBe(text);
});

test.each([
  [0.2, '1 second'],
  [59.5, '1 minute'],
  [1_741, '30 minutes'],
])('a wait of %d s is rounded up to %s', (seconds, text) => {
  expect(formatWait(seconds, 'en')).toBe(text);
});

test('a distance names the largest whole unit', () => {
  expect(formatDistance(1_000 + 604_800, 1_000, 'en')).toBe('in 7 days');
  expect(formatDistance(1_000, 8_300, 'en')).toBe('2 hours ago');
  expect(formatDistance(1_000 + 3_599, 1_000, 'en')).toBe('in 1 hour');
});

test('digits are the same in every language', () => {
  expect(formatNumber(1234, 'ar-EG')).toBe('1,234');
  expect(formatDuration(7 * 86_400, 'ar-EG')).toBe('7 أيام');
  expect(formatMoment(1_767_225_600, 'ar-EG')).toMatch(/2026|2025/);
  expect(formatDistance(86_400 * 5, 0, 'ar-EG')).toBe('خلال 5 أيام');
});

test('a moment has seconds where they are asked for', () => {
  expect(formatMoment(1_767_225_611, 'en')).not.toMatch(/:11/);
  expect(formatMoment(1_767_225_611, 'en', true)).toMatch(/:11/);
});
