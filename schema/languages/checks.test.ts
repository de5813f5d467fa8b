import { describe, expect, test } from 'vitest';
import { problemsOf, type WrittenLanguage } from './checks.ts';
import { parseSheet } from './sheet.ts';
import { sourceHash } from './states.ts';

const sheet = `# Klingon (tlh)
## Glossary
| English | Translation | Forms | Why |
| --- | --- | --- | --- |
| burn | verbrennen | \`ver[bm]r[ae]nn\\p{L}*\` | vivid |
${[
  'audit trail',
  'custom domain',
  'email',
  'label',
  'passphrase',
  'password',
  'private link',
  'recovery code',
  'share link',
  'token (API token)',
  'two-step sign-in',
]
  .map((term) => `| ${term} | x | x\\|y | |`)
  .join('\n')}
## Never
| Pattern | Instead | Why |
| --- | --- | --- |
| (?<!\\p{L})du(?!\\p{L}) | Sie | address |
## Exceptions
| Key | What | Why |
| --- | --- | --- |
| core.plan | same | the same word |
| core.hidden | burn | its picture says it |
## Spelling
Verbrannt, Onlinedienst
`;

const english = new Map([
  ['core.wait', 'Wait {{time}} <b>here</b>.'],
  ['core.burn', 'Burn it'],
  ['core.hidden', 'Burn'],
  ['core.end', 'Sign out'],
  ['core.endLabel', 'Sign out {{where}}'],
  ['core.plan', 'Plan'],
  ['core.name', 'Onceover'],
  ['core.opened_one', 'A message was opened.'],
  ['core.opened_other', '{{n}} messages were opened.'],
]);

const good = new Map([
  ['core.wait', 'Warten Sie <b>hier</b> {{time}}.'],
  ['core.burn', 'Jetzt verbrennen'],
  ['core.hidden', 'Weg'],
  ['core.end', 'Abmelden'],
  ['core.endLabel', 'Abmelden: \u2068{{where}}\u2069'],
  ['core.plan', 'Plan'],
  ['core.name', 'Onceover'],
  ['core.opened_one', 'Eine Nachricht wurde geöffnet.'],
  ['core.opened_other', '{{n}} Nachrichten wurden geöffnet.'],
]);

function language(changes: Record<string, string | null> = {}, more: Partial<WrittenLanguage> = {}): WrittenLanguage {
  const texts = new Map(good);
  for (const [key, text] of Object.entries(changes)) {
    if (text === null) texts.delete(key);
    else texts.set(key, text);
  }
  const states = new Map(
    [...english].map(([key, text]) => {
      const source = sourceHash(key === 'core.opened_one' ? '{{n}} messages were opened.' : text);
      return [key, { state: 'machine' as const, source }];
    }),
  );
  const context = { core: { what: 'anything' }, 'core.burn': { what: 'a button', limit: 16 } };
  const parsed = parseSheet(sheet, 'docs/languages/tlh.md');
  return { code: 'de', tag: 'de', dir: 'ltr', texts, english, sheet: parsed, states, context, ...more };
}

test('nothing is wrong with a good translation', () => {
  expect(problemsOf(language())).toEqual([]);
});

describe('each check sees its fault:', () => {
  test.each<[string, Record<string, string | null>, RegExp]>([
    ['1, a key that is missing', { 'core.wait': null }, /^core\.wait is missing$/],
    ['1, a key that English has not', { 'core.more': 'mehr' }, /^core\.more is not a key of English/],
    ['2, a plural form that is missing', { 'core.opened_one': null }, /^core\.opened_one is missing$/],
    ['2, a plural form too many', { 'core.opened_few': '{{n}} Nachrichten' }, /^core\.opened_few is not a key/],
    ['3, a value that is lost', { 'core.wait': 'Warten Sie <b>hier</b>.' }, /^core\.wait has the values and tags/],
    ['3, a tag that is lost', { 'core.wait': 'Warten Sie {{time}}.' }, /^core\.wait has the values and tags/],
    [
      '3, a value lost where a form has several numbers',
      { 'core.opened_other': 'Nachrichten' },
      /^core\.opened_other has/,
    ],
    ['4, an empty text', { 'core.burn': ' ' }, /^core\.burn is empty$/],
    ['4, a space at an end', { 'core.burn': 'verbrennen ' }, /^core\.burn has a space at an end$/],
    ['4, two spaces', { 'core.burn': 'jetzt  verbrennen' }, /^core\.burn has two spaces/],
    ['6, a text as in English', { 'core.burn': 'Burn it' }, /^core\.burn reads as in English/],
    ['8, quotation marks of another language', { 'core.burn': '“verbrennen”' }, /^core\.burn has quotation marks/],
    ['9, a button that is too long', { 'core.burn': 'Endgültig verbrennen' }, /^core\.burn is 20 wide, 16 fit/],
    ['10, a term in other words', { 'core.burn': 'Vernichten' }, /^core\.burn does not say "burn"/],
    ['a spoken label without what is seen', { 'core.endLabel': '{{where}} verlassen' }, /^core\.endLabel does not/],
    ['a spoken label with a longer word', { 'core.endLabel': '{{where}} Abmeldende' }, /^core\.endLabel does not/],
    ['10, a forbidden word', { 'core.burn': 'Du verbrennst' }, /^core\.burn says "Du"; say Sie/],
  ])('%s', (_what, changes, problem) => {
    expect(problemsOf(language(changes))).toContainEqual(expect.stringMatching(problem));
  });

  test('5, an English text that has changed since, and one that was never marked', () => {
    const states = new Map(language().states);
    states.set('core.burn', { state: 'reviewed', source: sourceHash('Burn the message') });
    states.delete('core.wait');
    expect(problemsOf(language({}, { states }))).toEqual([
      expect.stringMatching(/^core\.wait has no state: .*"npm run languages -- mark de core\.wait"$/),
      expect.stringMatching(/^core\.burn was written for another English text: /),
    ]);
  });

  test('7, a value without isolates where writing goes from right to left', () => {
    const isolated = '\u2068{{time}}\u2069 <b>x</b>';
    const told = problemsOf(language({ 'core.wait': isolated }, { dir: 'rtl' }));
    expect(told.filter((problem) => problem.includes('isolates'))).toEqual([
      'core.opened_other has a value without isolates (U+2068 before it, U+2069 behind it)',
    ]);
  });

  test('10, a glossary that lacks a term', () => {
    const short = parseSheet(sheet.replace('| burn |', '| burned |'), 'x');
    expect(problemsOf(language({}, { sheet: short }))).toEqual([
      'docs/languages/de.md has no forms for "burn" in its glossary',
    ]);
  });
});

test('a form that stands for several numbers must say which one, also `one` where it stands for 0 and 1', () => {
  const texts = { 'core.opened_one': 'Un message', 'core.opened_many': '{{n}} de messages' };
  expect(problemsOf(language(texts, { tag: 'fr' }))).toContainEqual(
    expect.stringMatching(/^core\.opened_one has the values/),
  );
});

test('a sheet with a pattern that cannot be read says where it is', () => {
  expect(() => parseSheet(sheet.replace('x\\|y', '('), 'docs/languages/de.md')).toThrow(
    /^docs\/languages\/de\.md: \( is not a regular expression/,
  );
});
