import { expect, test } from 'vitest';
import { MAX_TRIES, restAfter, retryAfterSeconds, switchedOff } from './retries.ts';

const now = new Date('2026-11-27T10:00:00.000Z');
const day = 86_400_000;
const failed = { status: 500, retryAfterSeconds: null };

test('a delivery rests longer after every try, and is given up after the tenth', () => {
  const rests = Array.from({ length: 10 }, (_, index) => restAfter(index + 1, failed, 0.5));
  expect(rests).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, null]);
  expect(MAX_TRIES).toBe(10);
});

test('a rest is a fifth shorter or longer by chance', () => {
  expect([restAfter(2, failed, 0), restAfter(2, failed, 1)]).toEqual([240, 360]);
});

test.each([
  [429, 900, 900],
  [503, 900, 900],
  [429, 10, 300],
  [503, 999_999_999, 86_400],
  [429, null, 300],
  [500, 900, 300],
  [301, 900, 300],
  [null, 900, 300],
])('answered %s, a receiver that asks for %s seconds is left alone for %s', (status, asked, rest) => {
  expect(restAfter(2, { status, retryAfterSeconds: asked }, 0.5)).toBe(rest);
});

test('no wish of a receiver makes an eleventh try', () => {
  expect(restAfter(10, { status: 429, retryAfterSeconds: 5 }, 0.5)).toBeNull();
});

test.each([
  [410, 0, 'gone'],
  [500, 0, null],
  [404, 5 * day - 1, null],
  [404, 5 * day, 'failing'],
  [null, 9 * day, 'failing'],
  [410, 9 * day, 'gone'],
])('answered %s when nothing has arrived for %s ms, a webhook is: %s', (status, failingMs, reason) => {
  expect(switchedOff(status, new Date(now.getTime() - failingMs), now)).toBe(reason);
});

test.each([
  ['120', 120],
  [' 0 ', 0],
  ['Fri, 27 Nov 2026 10:02:00 GMT', 120],
  ['Friday, 27-Nov-26 10:02:00 GMT', 120],
  ['Fri Nov 27 10:02:00 2026', 120],
  ['Fri, 27 Nov 2026 09:00:00 GMT', 0],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  [undefined, null],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
  ['12345678901', null],
  ['Fri, 99 Nov 2026 10:02:00 GMT', null],
  ['2026-11-27T10:02:00Z', null],
  [`Fri, ${' '.repeat(10_000)}`, null],
])('Retry-After %j asks for %s seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, now)).toBe(seconds);
});
