import { expect, test } from 'vitest';
import { contextOf, contextProblems } from './context.ts';
import { pluralForms, wantedTexts } from './plurals.ts';
import { longPseudo, mapTexts, rightToLeftPseudo } from './pseudo.ts';
import { foreignQuotes } from './quotes.ts';
import { fixedTexts, unusedKeys } from './source-texts.ts';
import { installedDictionaries, misspelled, wordsOf } from './spelling.ts';
import { verbatimProblems, verbatimTexts } from './verbatim.ts';

test.each([
  ['ar', 'zero one two few many other'],
  ['cs', 'one few many other'],
  ['de', 'one other'],
  ['fr', 'one many other'],
  ['he', 'one two other'],
  ['ru', 'one few many other'],
  ['sl-SI', 'one two few other'],
  ['tr', 'one other'],
  ['vi', 'other'],
  ['zh-Hans-CN', 'other'],
])('%s tells these numbers apart: %s', (tag, forms) => {
  expect(pluralForms(tag).join(' ')).toBe(forms);
});

test('a form knows whether it stands for one number alone', () => {
  const english = new Map([
    ['a_one', 'one'],
    ['a_other', '{{n}}'],
  ]);
  const single = (tag: string) =>
    [...wantedTexts(english, tag)].filter(([, { isOneNumber }]) => isOneNumber).map(([key]) => key);
  expect(single('ar')).toEqual(['a_zero', 'a_one', 'a_two']);
  expect(single('he')).toEqual(['a_one', 'a_two']);
  expect(single('de')).toEqual(['a_one']);
  expect(single('ru')).toEqual([]);
  expect(single('fr')).toEqual([]);
});

test('a key that only looks like a plural form is a text of its own', () => {
  expect([...wantedTexts(new Map([['step_one', 'First']]), 'ru').keys()]).toEqual(['step_one']);
});

test('the context of the longest beginning counts, and both ends are told of', () => {
  const context = { core: { what: 'x' }, 'core.a': { what: 'y', limit: 5 } };
  expect(contextOf(context, 'core.a.b_one')).toBe(context['core.a']);
  expect(contextOf(context, 'core.ab')).toBe(context.core);
  expect(contextProblems({ 'core.gone': { what: 'x' } }, new Map([['core.b', 'B']]))).toEqual([
    'core.b is not described in context.json',
    'context.json describes core.gone, which no key begins with',
  ]);
});

test('quotation marks: those of the language pass, apostrophes too', () => {
  expect(foreignQuotes('de', '„So“, ‚so‘')).toEqual([]);
  expect(foreignQuotes('de', '"so"')).toEqual(['"', '"']);
  expect(foreignQuotes('fr', "l’envoi d'un secret « ici »")).toEqual([]);
  expect(foreignQuotes('ru', '«так» ”')).toEqual(['”']);
});

test('a text that a component shows by itself is found, in whichever place', () => {
  const code = `const x = <p title="Fine day" data-x="ab">{t('a.b')} Hello {'there'} · 5<b>{'x'}</b></p>;`;
  expect(fixedTexts('x.tsx', code)).toEqual([
    expect.stringContaining('x.tsx:1 shows "Fine day"'),
    expect.stringContaining('shows "Hello"'),
    expect.stringContaining('shows "there"'),
  ]);
});

test('a key that nothing asks for is found; a counted one and one with a changing part are not', () => {
  const english = new Map([
    ['core.a.one', '1'],
    ['core.b.used_one', '1'],
    ['core.b.used_other', '2'],
    ['core.c.unused', '3'],
    ['core.pages.home.title', '4'],
    ['mail.x.y', '5'],
  ]);
  const code = `t(\`a.\${kind}\`); t('b.used', { count });`;
  expect(unusedKeys(english, [['x.tsx', code]])).toEqual(['core.c.unused']);
});

test('a text of the specification that was changed is told of', () => {
  const texts = new Map(Object.entries(verbatimTexts));
  texts.set('core.errors.incompleteResponse', 'Server returned an incomplete response ({{url}})');
  texts.set('public.form.truncated', 'The message was cut');
  texts.set('core.alert.error', 'Oops');
  expect(verbatimProblems(texts)).toEqual([
    'en core.alert.error must be "Error", as the specification has it',
    expect.stringMatching(/^en public\.form\.truncated must begin with/),
  ]);
});

test('words are read without values, addresses, tags and directional marks', () => {
  expect(wordsOf('Hallo \u2068{{name}}\u2069, <b>l’été</b> a@b.example www.x.example ok')).toEqual([
    'Hallo',
    'l’été',
    'ok',
  ]);
});

test.skipIf(installedDictionaries()?.has('de_DE') !== true)(
  'hunspell finds what is misspelled, but not what is known',
  () => {
    const texts = new Map([['core.a', 'Das Geheimniss wurde geonceovert.']]);
    expect(misspelled('de_DE', texts, new Set(['geonceovert']))).toEqual(['core.a has the word "Geheimniss"']);
  },
);

test('pseudo texts: accents and more letters, or turned round; values and tags stay', () => {
  expect(longPseudo('Wait {{time}} <b>x</b>')).toMatch(/^⟦Ŵàîţ \{\{time\}\} <b>ẋ<\/b>( ~~~~)+⟧$/);
  expect([...longPseudo('Copy')]).toHaveLength(10);
  expect(rightToLeftPseudo('Wait {{time}}')).toBe('⟦\u202eWait \u202c\u2068{{time}}\u2069⟧');
  expect(mapTexts({ a: { b: 'x' } }, (text) => text + text)).toEqual({ a: { b: 'xx' } });
});
