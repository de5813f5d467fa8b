import { expect, test } from 'vitest';
import { chooseLocaleCode, defaultLocale, locales, productLocales } from './locales.ts';

test('the first wish on offer is granted', () => {
  expect(chooseLocaleCode([null, '', undefined, 'he', 'en'], ['en', 'he'])).toBe('he');
});

test('wishes that are not on offer are skipped and told; without any left it is English', () => {
  const unknown: string[] = [];
  expect(chooseLocaleCode(['xx', 'de'], ['en', 'he'], (code) => unknown.push(code))).toBe('en');
  expect(unknown).toEqual(['xx', 'de']);
});

test('English comes first and is the default; what is shipped is part of the table', () => {
  expect([productLocales[0].code, locales[0]?.code, defaultLocale]).toEqual(['en', 'en', 'en']);
  expect(productLocales).toHaveLength(25);
  for (const one of locales) expect(productLocales).toContain(one);
});
