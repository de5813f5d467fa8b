import { locales } from '@onceover/schema/locales';
import { refusals } from '@onceover/schema/refusals';
import { describe, expect, test } from 'vitest';
import { isLocaleCode, LOCALES } from '../locales.ts';
import { bundleNames, findProblems, localeFolders, readTexts } from './check.ts';
import { verbatimBeginnings, verbatimTexts } from './verbatim.ts';

test('every shipped language has its texts, and no other', () => {
  expect(localeFolders()).toEqual(locales.map(({ code }) => code).toSorted());
});

describe.each(locales)('the texts in $code', ({ code, dir, tag }) => {
  test.each(bundleNames)('say everything that the English %s texts say', (bundle) => {
    expect(findProblems(readTexts('en', bundle), readTexts(code, bundle), dir === 'rtl')).toEqual([]);
  });
  test('stand under the same tag and direction as on the server', () => {
    if (!isLocaleCode(code)) throw new Error('not a code of the product');
    expect(LOCALES[code]).toMatchObject({ bcp47: tag, dir });
  });
});

describe('the English texts', () => {
  test.each(bundleNames)('of %s are those of the specification, to the letter', (bundle) => {
    const texts = readTexts('en', bundle);
    const wanted = Object.entries(verbatimTexts[bundle]);
    expect(wanted.map(([key]) => [key, texts.get(key)])).toEqual(wanted);
  });
  test.each(bundleNames)('of %s begin as the specification says where something follows', (bundle) => {
    const texts = readTexts('en', bundle);
    for (const [key, beginning] of Object.entries(verbatimBeginnings[bundle])) {
      expect(texts.get(key)?.startsWith(beginning), key).toBe(true);
    }
  });
  test('of the refusals are those of the server', () => {
    const texts = readTexts('en', 'core');
    const ours = Object.values(refusals).filter(({ rest }) => texts.has(`errors.code.${rest.code}`));
    expect(ours.length).toBeGreaterThan(4);
    // Two refusals may share a code of the REST contract with a text each; a form that knows which one it got says it.
    const messagesOf = (code: string) => ours.filter(({ rest }) => rest.code === code).map(({ message }) => message);
    for (const { rest } of ours) expect(messagesOf(rest.code)).toContain(texts.get(`errors.code.${rest.code}`));
  });
});

test.each(['public', 'app'] as const)(
  "the refusals of the account pages in %s are the server's, to the letter",
  (bundle) => {
    const own = [...readTexts('en', bundle)].filter(([key]) => key.startsWith('refusals.'));
    // The page's own sentences, for what it knows without asking, and where one code has two sentences.
    const pageOnly = new Set(['refusals.other_custid', 'refusals.bad_confirmation', 'refusals.domains_off']);
    const asked = own.filter(([key]) => !pageOnly.has(key));
    expect(asked.length).toBeGreaterThan(5);
    for (const [key, text] of asked) {
      const messages = Object.values(refusals).filter(({ rest }) => `refusals.${rest.code}` === key);
      expect(
        messages.map(({ message }) => message),
        key,
      ).toContain(text);
    }
  },
);

describe('the check itself', () => {
  const english = new Map([['wait', 'Wait {{time}}.']]);
  test.each([
    ['a missing key', new Map(), 'wait is missing'],
    ['an unknown key', new Map([...english, ['more', 'x']]), 'more does not exist in English'],
    ['an empty text', new Map([['wait', ' ']]), 'wait is empty'],
    ['a lost placeholder', new Map([['wait', 'רגע']]), 'wait has other placeholders than English'],
    ['a bare placeholder', new Map([['wait', 'רגע {{time}}']]), 'wait has a placeholder without isolation'],
  ])('finds %s', (_what, translated, problem) => {
    expect(findProblems(english, translated, true)).toContain(problem);
  });
});
