import { expect, test } from 'vitest';
import { fallbackChain, isLocaleCode, LOCALES, toCode, toTag } from './locales.ts';

test('every code and its tag lead to each other, and no two languages share a tag', () => {
  for (const code of Object.keys(LOCALES).filter(isLocaleCode)) expect(toCode(toTag(code))).toBe(code);
});

test('every tag is one that Intl understands', () => {
  const tags = Object.values(LOCALES).map(({ tag }) => tag);
  expect(Intl.getCanonicalLocales(tags)).toEqual(tags);
});

test('Arabic and Hebrew run from right to left, all others from left to right', () => {
  const rightToLeft = Object.entries(LOCALES).filter(([, { dir }]) => dir === 'rtl');
  expect(rightToLeft.map(([code]) => code)).toEqual(['ar', 'he']);
});

test('fallbacks are languages of the product', () => {
  for (const { fallback } of Object.values(LOCALES)) expect(fallback === null || isLocaleCode(fallback)).toBe(true);
});

// Source: web reference 6.1
test.each([
  ['fr_FR', 'fr_FR fr'],
  ['fr', 'fr fr_FR'],
  ['pt_BR', 'pt_BR pt_PT'],
  ['pt_PT', 'pt_PT pt_BR'],
  ['de', 'de'],
  ['en', 'en'],
] as const)('before English, %s is tried as %s', (code, chain) => {
  expect(fallbackChain(code).join(' ')).toBe(chain);
});
