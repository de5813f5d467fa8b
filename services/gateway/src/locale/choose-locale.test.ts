import { expect, test } from 'vitest';
import { chooseLocale } from './choose-locale.ts';

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

test('codes of the product are wishes, tags are not', () => {
  expect(chooseLocale({ parameter: 'pt_BR' }).code).toBe('pt_BR');
  expect(chooseLocale({ parameter: 'pt-BR', cookie: 'cn' }).code).toBe('cn');
});

// Source: web reference 6.4
test.each([
  ['en', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['en-GB', 'en'],
  ['ar', 'ar'],
  ['ar-EG,ar;q=0.9,en;q=0.8', 'ar'],
  ['bg-BG,bg;q=0.9', 'bg'],
  ['ca', 'ca_ES'],
  ['ca-ES-valencia', 'ca_ES'],
  ['zh', 'cn'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'cn'],
  ['zh-Hans-CN', 'cn'],
  ['zh-TW', 'cn'],
  ['zh-HK,en;q=0.5', 'cn'],
  ['cs-CZ', 'cs'],
  ['da', 'da_DK'],
  ['da-DK,en;q=0.7', 'da_DK'],
  ['de-AT, en;q=0.5', 'de'],
  ['de-CH-1996', 'de'],
  ['el', 'el_GR'],
  ['es-419,es;q=0.9', 'es'],
  ['es-MX', 'es'],
  ['fr', 'fr'],
  ['fr-CA', 'fr'],
  ['fr-BE,fr;q=0.9,nl;q=0.8', 'fr'],
  ['fr-FR,fr;q=0.9', 'fr_FR'],
  ['FR-fr', 'fr_FR'],
  ['he-IL', 'he'],
  ['iw', 'he'],
  ['iw-IL,en;q=0.5', 'he'],
  ['hu', 'hu'],
  ['it-CH', 'it_IT'],
  ['nl-BE', 'nl'],
  ['pl-PL,pl;q=0.9,en-US;q=0.8', 'pl'],
  ['pt', 'pt_BR'],
  ['pt-AO', 'pt_BR'],
  ['pt-PT,pt;q=0.8', 'pt_PT'],
  ['ru-RU', 'ru'],
  ['sl,en;q=0.5', 'sl_SI'],
  ['sv-FI', 'sv_SE'],
  ['tr;q=0.3,uk;q=0.4', 'uk'],
  ['vi-VN', 'vi'],
  ['ja,ko;q=0.9', 'en'],
  ['tlh,ja;q=0.9,tr;q=0.1', 'tr'],
  ['*', 'en'],
])('Accept-Language: %s is answered in %s', (acceptLanguage, code) => {
  expect(chooseLocale({ acceptLanguage }).code).toBe(code);
});
