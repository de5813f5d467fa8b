import { expect, test } from 'vitest';
import { checkConceal, maxPassphraseCharacters } from './conceal-secret.ts';

test('an empty secret is refused before it is sent; white space is content', () => {
  expect(checkConceal({ secret: '', passphrase: '', recipient: '' })).toEqual(['empty_secret']);
  expect(checkConceal({ secret: ' \n', passphrase: '', recipient: '' })).toEqual([]);
});

test('what the server generates is not empty; the rest is checked all the same', () => {
  expect(checkConceal({ secret: null, passphrase: '', recipient: '' })).toEqual([]);
  expect(checkConceal({ secret: null, passphrase: '', recipient: 'nina' })).toEqual(['bad_recipient']);
});

test('a passphrase is counted in characters, not in code units', () => {
  const longest = '\u{1F512}'.repeat(maxPassphraseCharacters);
  expect(checkConceal({ secret: 'a', passphrase: longest, recipient: '' })).toEqual([]);
  expect(checkConceal({ secret: 'a', passphrase: `${longest}x`, recipient: '' })).toEqual(['long_passphrase']);
});

test('everything that is wrong is found at once, in the order of the fields', () => {
  const wrong = { secret: '', passphrase: 'x'.repeat(maxPassphraseCharacters + 1), recipient: 'nina' };
  expect(checkConceal(wrong)).toEqual(['empty_secret', 'long_passphrase', 'bad_recipient']);
});

test.each([
  ['', null],
  ['  ', null],
  ['nina@example.com', null],
  [' nina@example.com ', null],
  ['nina@bücher.example', null],
  ['nina', 'bad_recipient'],
  ['nina@example', 'bad_recipient'],
  ['a@b.example, c@d.example', 'bad_recipient'],
])('DASH-3: the recipient %j is %s', (recipient, problem) => {
  expect(checkConceal({ secret: 'a', passphrase: '', recipient })).toEqual(problem === null ? [] : [problem]);
});
