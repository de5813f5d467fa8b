import { locales } from '@onceover/schema/locales';
import { refusals } from '@onceover/schema/refusals';
import { type EdgeRefusal, edgeRefusals, pageRefusals } from '@onceover/schema/refusals/edge-refusals';
import type { BundleName, RefusalDefinition, ScreenWords } from '@onceover/schema/refusals/refusal-definition';
import { describe, expect, test } from 'vitest';
import { isLocaleCode, LOCALES } from '../locales.ts';
import { bundleNames, findProblems, localeFolders, readTexts, textFiles } from './check.ts';
import { verbatimBeginnings, verbatimTexts } from './verbatim.ts';

test('every language of the product has its texts, and there is no other', () => {
  expect(localeFolders()).toEqual(locales.map(({ code }) => code).toSorted());
});

describe.each(locales)('the texts in $code', ({ code, dir, tag }) => {
  test.each(textFiles)('say everything the English %s texts say', (bundle) => {
    expect(findProblems(readTexts('en', bundle), readTexts(code, bundle), dir === 'rtl')).toEqual([]);
  });
  test('have the same tag and direction as on the server', () => {
    if (!isLocaleCode(code)) throw new Error('not a code of the product');
    expect(LOCALES[code]).toMatchObject({ tag, dir });
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
  test.each(['core', 'public', 'app'] as const)(
    'of %s have words for refusals that the schema knows, and no others',
    (bundle) => {
      const own = [...readTexts('en', bundle)].filter(([key]) => key.startsWith('refusals.'));
      expect(own.length).toBeGreaterThan(5);
      for (const [key, text] of own) expect(wordsOf(key.slice('refusals.'.length)), key).toContain(text);
    },
  );
});

/** Two refusals may share a code of the REST contract with a text each; a form that knows which one it got says it. */
function wordsOf(code: string): string[] {
  const definitions: RefusalDefinition[] = Object.values(refusals);
  const edge = Object.entries<EdgeRefusal>(edgeRefusals).filter(([name]) => name === code);
  const page = Object.entries(pageRefusals).filter(([name]) => name === code);
  return [
    ...definitions.flatMap(({ rest, message, screen }) => {
      const own = ownWords(screen);
      return (own.code ?? rest.code) === code ? [own.words ?? message] : [];
    }),
    ...edge.map(([, { message, screen }]) => ownWords(screen).words ?? message),
    ...page.map(([, { words }]) => words),
  ];
}

function ownWords(screen: BundleName | ScreenWords | undefined): Partial<ScreenWords> {
  return typeof screen === 'object' ? screen : {};
}

test('nobody reads the jokes of the API on a screen', () => {
  const jokes = /cripes|carbon-based|more original|:\[/i;
  const shown = bundleNames.flatMap((bundle) => [...readTexts('en', bundle)]);
  expect(shown.filter(([, text]) => jokes.test(text))).toEqual([]);
});

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
