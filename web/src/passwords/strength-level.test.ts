import { expect, test } from 'vitest';
import { strengthLevel } from './strength-level.ts';

test.each([
  ['AUT-13 seven characters are short, however odd', 'x7#Kq9!', 4, 'short'],
  ['AUT-13 eight are enough, but 15 are suggested', 'x7#Kq9!z', 3, 'fair'],
  ['AUT-13 fourteen strong ones still fall one short', 'x7#Kq9!zP2w@8L', 4, 'fair'],
  ['AUT-13 fifteen are strong', 'x7#Kq9!zP2w@8Lm', 4, 'strong'],
  ['a phrase is strong', 'correct horse battery staple', 4, 'strong'],
  ['length alone does not help', 'aaaaaaaaaaaaaaaaaaaa', 0, 'weak'],
  ['a common one is weak', 'password1', 0, 'weak'],
  ['fifteen that are easy to guess are not strong', 'password12345678', 2, 'fair'],
  ['until the meter is loaded, length decides', 'correct horse battery staple', null, 'strong'],
  ['an emoji counts once', '\u{1F512}'.repeat(7), 4, 'short'],
])('%s', (_what, password, score, expected) => {
  expect(strengthLevel(password, score, 8)).toBe(expected);
});
