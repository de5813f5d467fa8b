import { describe, expect, test } from 'vitest';
import { type Stored, statesOf, storedOf, type TextState } from './states.ts';

type Marks = Readonly<Record<string, Readonly<Record<string, readonly [TextState, string]>>>>;

/** What is stored of these marks, by language and key; each language needs the texts that `needs` names for it, or `a` and `b`. */
function stored(
  known: readonly string[],
  marks: Marks,
  needs: Readonly<Record<string, readonly string[]>> = {},
): Stored {
  const keysOf = (language: string) => new Map((needs[language] ?? ['a', 'b']).map((key) => [key, key]));
  const wanted = new Map(Object.keys(marks).map((language) => [language, keysOf(language)]));
  return storedOf(known, wanted, (language, key) => {
    const [state, source] = marks[language]?.[key] ?? [];
    return state === undefined || source === undefined ? undefined : { state, source };
  });
}

const all = { a: ['reviewed', '1'], b: ['reviewed', '2'] } as const;

const cases: readonly [what: string, known: readonly string[], marks: Marks, reviewed: readonly string[]][] = [
  ['what all have reviewed stands once', ['de', 'fr'], { de: all, fr: all }, ['a', 'b']],
  [
    'a text that one has not reviewed stands apart',
    ['de', 'fr'],
    { de: all, fr: { ...all, a: ['machine', '1'] } },
    ['b'],
  ],
  [
    'so does one that says what English said before',
    ['de', 'fr'],
    { de: all, fr: { ...all, b: ['reviewed', '9'] } },
    ['a'],
  ],
  ['and one that is missing', ['de', 'fr'], { de: all, fr: { b: ['reviewed', '2'] } }, ['b']],
  ['and one that a native reader has confirmed', ['de', 'fr'], { de: all, fr: { ...all, a: ['native', '1'] } }, ['b']],
  ['a new language changes nothing of the others', ['de'], { de: all, fr: { a: ['machine', '1'] } }, ['a', 'b']],
];

describe('the states of texts', () => {
  test.each(cases)('%s', (_, known, marks, reviewed) => {
    const found = stored(known, marks);
    expect(Object.keys(found.reviewed)).toEqual(reviewed);
    for (const [language, texts] of Object.entries(marks)) {
      const said = Object.entries(texts).map(([key, [state, source]]) => [key, { state, source }]);
      expect(Object.fromEntries(statesOf(language, found)), language).toEqual(Object.fromEntries(said));
    }
  });

  test('a text that only some languages need is shared by these', () => {
    const found = stored(['de', 'ru'], { de: { a: all.a }, ru: all }, { de: ['a'] });
    expect(found.reviewed).toEqual({ a: '1', b: '2' });
    expect(found.apart).toEqual({});
  });

  test('a new language joins the others once all of its texts are reviewed', () => {
    expect(stored(['de'], { de: all, fr: { ...all, a: ['machine', '1'] } }).languages).toEqual(['de']);
    expect(stored(['de'], { de: all, fr: all })).toEqual({
      languages: ['de', 'fr'],
      reviewed: { a: '1', b: '2' },
      apart: {},
    });
  });
});
