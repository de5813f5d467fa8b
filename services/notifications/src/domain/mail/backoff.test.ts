import { expect, test } from 'vitest';
import { MAX_ATTEMPTS, restAfter } from './backoff.ts';

test('an email rests longer after every try, and is given up after the sixth', () => {
  expect([1, 2, 3, 4, 5, 6].map(restAfter)).toEqual([10, 60, 300, 1800, 7200, null]);
  expect(MAX_ATTEMPTS).toBe(6);
});
