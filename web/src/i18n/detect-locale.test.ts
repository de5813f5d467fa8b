import { expect, test } from 'vitest';
import { detectLocale } from './detect-locale.ts';

const offered = ['en', 'he'];

test.each([
  ['the address wins', { query: 'he', stored: 'en', server: 'en' }, 'he', []],
  ['then the stored choice', { query: null, stored: 'he', server: 'en' }, 'he', []],
  ['then what the server chose', { query: null, stored: null, server: 'he' }, 'he', []],
  ['an unsupported choice is ignored with a warning', { query: null, stored: 'xx', server: 'he' }, 'he', ['xx']],
  ['English when nothing fits', { query: 'a', stored: 'b', server: 'c' }, 'en', ['a', 'b', 'c']],
])('%s', (_what, found, expected, warnings) => {
  const warned: string[] = [];
  expect(detectLocale(found, offered, (code) => warned.push(code))).toBe(expected);
  expect(warned).toEqual(warnings);
});
