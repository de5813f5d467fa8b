import { expect, test } from 'vitest';
import { descriptionFrom } from './webhook.ts';

test.each([
  ['  tickets\n of\tall ', 'tickets of all'],
  ['a\u0000b\u202ec', 'a b c'],
  ['😀'.repeat(101), '😀'.repeat(100)],
  ['', ''],
])('a description is one line of at most a hundred characters: %j', (text, kept) => {
  expect(descriptionFrom(text)).toBe(kept);
});
