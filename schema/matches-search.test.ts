import { expect, test } from 'vitest';
import { matchesSearch } from './matches-search.ts';

const secret = { label: 'Café Wi-Fi', shortkey: 'meta12', secretShortkey: 'abc789', recipients: 'ni***@example.com' };

test.each(['wi-fi', 'CAFE\u0301', ' ｗi-fi ', 'META1', 'c78', '@EXAMPLE', ''])('%j finds it', (sought) => {
  expect(matchesSearch(secret, sought)).toBe(true);
});

test.each(['tea', 'null', 'nina@'])('%j does not', (sought) => {
  expect(matchesSearch({ ...secret, label: null }, sought)).toBe(false);
});
