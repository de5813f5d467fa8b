import { expect, test } from 'vitest';
import { chooseLocale, chooseMailLocale } from './choose-locale.ts';

test('a parameter comes before the cookie, the cookie before the browser', () => {
  expect(chooseLocale({ parameter: 'he', cookie: 'en', acceptLanguage: 'en' }).code).toBe('he');
  expect(chooseLocale({ cookie: 'he', acceptLanguage: 'en' }).code).toBe('he');
  expect(chooseLocale({ acceptLanguage: 'he' }).code).toBe('he');
});

test('languages that are not available are skipped', () => {
  expect(chooseLocale({ parameter: 'xx', cookie: '../he', acceptLanguage: 'tlh, he;q=0.5' }).code).toBe('he');
});

test("the browser's preferences count by quality, and regions fall back to their language", () => {
  expect(chooseLocale({ acceptLanguage: 'en;q=0.5, he-IL;q=0.9' }).code).toBe('he');
  expect(chooseLocale({ acceptLanguage: 'he;q=0, en-GB' }).code).toBe('en');
});

test('nothing, nonsense and very long headers give English', () => {
  expect(chooseLocale({}).code).toBe('en');
  expect(chooseLocale({ acceptLanguage: ';;,,q=' }).code).toBe('en');
  expect(chooseLocale({ acceptLanguage: `${'x,'.repeat(2000)}he` }).code).toBe('en');
});

test('emails exist in more languages than pages, and are chosen in the same way', () => {
  expect(chooseMailLocale({ acceptLanguage: 'de-AT, en;q=0.5' }).code).toBe('de');
  expect(chooseMailLocale({ acceptLanguage: 'zh-CN' }).code).toBe('cn');
  expect(chooseMailLocale({ cookie: 'he', acceptLanguage: 'de' }).code).toBe('he');
  expect(chooseMailLocale({ parameter: 'pt_BR' }).code).toBe('pt_BR');
  expect(chooseMailLocale({ acceptLanguage: 'tlh' }).code).toBe('en');
});
