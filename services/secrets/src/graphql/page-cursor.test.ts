import { expect, test } from 'vitest';
import { cursorOf, pageInfoOf, positionFrom } from './page-cursor.ts';

test('a position comes back as it was handed out', () => {
  for (const id of ['h5c0'.padEnd(31, 'x'), '019d8f3a-6b1c-7e2f-9a41-5c0d2e7f8b13']) {
    expect(positionFrom(cursorOf({ at: 1_900_000_000_123, id }))).toEqual({ at: 1_900_000_000_123, id });
  }
});

test.each([null, undefined, ''])('no cursor is the first page (%s)', (none) => {
  expect(positionFrom(none)).toBeNull();
});

test.each([
  'nonsense',
  Buffer.from('1:').toString('base64url'),
  Buffer.from('x:abc').toString('base64url'),
  Buffer.from(`1:a'b`).toString('base64url'),
])('a malformed cursor is an error of the request (%s)', (cursor) => {
  expect(() => positionFrom(cursor)).toThrow(
    expect.objectContaining({ extensions: expect.objectContaining({ code: 'BAD_INPUT' }) }),
  );
});

test('there is a next page where a page ends somewhere', () => {
  expect(pageInfoOf(null)).toEqual({ endCursor: null, hasNextPage: false });
  expect(pageInfoOf({ at: 1, id: 'a' })).toMatchObject({ hasNextPage: true });
});
