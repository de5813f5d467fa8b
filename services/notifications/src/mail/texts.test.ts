import { locales } from '@onceover/schema/locales';
import { describe, expect, test } from 'vitest';
import en from './locales/en.json' with { type: 'json' };
import { textsByLocale } from './texts.generated.ts';
import { mailLanguage } from './texts.ts';

/** Texts that may read as in English: none but names, and no sentence is one. */
const flat = (texts: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([group, lines]) =>
      Object.entries(lines as Record<string, string>).map(([key, text]) => [`${group}.${key}`, text]),
    ),
  );
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
const english = flat(en);
const dense = new Set(['cn']);

describe.each(locales.map(({ code }) => code))('%s', (code) => {
  const texts = flat(textsByLocale[code]);

  test('says everything English says, with the same values', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(texts)) {
      expect(placeholders(text), key).toEqual(placeholders(english[key] ?? ''));
    }
  });

  test('says it in about as many words', () => {
    for (const [key, text] of Object.entries(texts)) {
      const ratio = text.length / (english[key]?.length ?? 1);
      expect(ratio, key).toBeGreaterThan(dense.has(code) ? 0.15 : 0.5);
      expect(text.length, key).toBeLessThan((english[key]?.length ?? 0) * 1.7 + 20);
      expect(text, key).toBe(text.trim());
      if (key.endsWith('subject')) expect(text.length, key).toBeLessThanOrEqual(70);
      if (/button|signIn|open$/.test(key)) expect(text.length, key).toBeLessThanOrEqual(32);
    }
  });
});

test.each(locales.map(({ code }) => code).filter((code) => code !== 'en'))('%s is translated', (code) => {
  const same = Object.entries(flat(textsByLocale[code])).filter(([key, text]) => text === english[key]);
  expect(same).toEqual([]);
});

test('a code that is not shipped reads English', () => {
  expect(mailLanguage('tlh')).toMatchObject({ tag: 'en', direction: 'ltr' });
  expect(mailLanguage('cn').tag).toBe('zh-Hans-CN');
});
