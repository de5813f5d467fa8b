import { expect, test } from 'vitest';
import { chooseLocaleCode, defaultLocale, locales } from './locales.ts';

test('the first wish on offer is granted', () => {
  expect(chooseLocaleCode([null, '', undefined, 'he', 'en'], ['en', 'he'])).toBe('he');
});

test('wishes that are not on offer are skipped and told; without any left it is English', () => {
  const unknown: string[] = [];
  expect(chooseLocaleCode(['xx', 'de'], ['en', 'he'], (code) => unknown.push(code))).toBe('en');
  expect(unknown).toEqual(['xx', 'de']);
});

test('English comes first and is the default', () => {
  expect([locales[0].code, defaultLocale]).toEqual(['en', 'en']);
});

test('there are the languages of the specification, in its order', () => {
  const codes = 'ar bg ca_ES cn cs da_DK de el_GR es fr fr_FR he hu it_IT nl pl pt_BR pt_PT ru sl_SI sv_SE tr uk vi';
  expect(locales.slice(1).map(({ code }) => code)).toEqual(codes.split(' '));
});
