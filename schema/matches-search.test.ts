import { expect, test } from 'vitest';
import { matchesSearch } from './matches-search.ts';

const secret = { label: 'Café Wi-Fi', shortkey: 'meta12', secretShortkey: 'abc789', recipients: 'ni***@example.com' };

test.each(['wi-fi', 'CAFE\u0301', ' ｗi-fi ', 'META1', 'c78', '@EXAMPLE', ''])('%j finds it', (sought) => {
  expect(matchesSearch(secret, sought)).toBe(true);
});

test.each(['tea', 'null', 'nina@'])('%j does not', (sought) => {
  expect(matchesSearch({ ...secret, label: null }, sought)).toBe(false);
});

// Somebody types what their keyboard has, and in the case of their language.
test.each([
  ['Müller', 'muller'],
  ['cafe', 'café'],
  ['İstanbul', 'istanbul'],
  ['ISPARTA', 'ısparta'],
  ['Straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδος'],
  ['ёлка', 'елка'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد', 'محمد'],
  ['ﬁle', 'file'],
  ['서울', '서'],
])('%s is found by %s', (label, sought) => {
  expect(matchesSearch({ ...secret, label }, sought)).toBe(true);
});

test('letters that only look alike are not the same', () => {
  expect(matchesSearch({ ...secret, label: 'сор' }, 'cop')).toBe(false);
});
