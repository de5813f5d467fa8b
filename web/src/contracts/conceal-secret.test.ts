import { expect, test } from 'vitest';
import { checkConceal, maxPassphraseCharacters } from './conceal-secret.ts';

test('an empty secret is refused before it is sent; white space is content', () => {
  expect(checkConceal({ secret: '', passphrase: '', recipient: '' })).toBe('empty_secret');
  expect(checkConceal({ secret: ' \n', passphrase: '', recipient: '' })).toBeNull();
});

test('what the server generates is not empty; the rest is checked all the same', () => {
  expect(checkConceal({ secret: null, passphrase: '', recipient: '' })).toBeNull();
  expect(checkConceal({ secret: null, passphrase: '', recipient: 'nina' })).toBe('bad_recipient');
});

test('a passphrase is counted in characters, not in code units', () => {
  const longest = '\u{1F512}'.repeat(maxPassphraseCharacters);
  expect(checkConceal({ secret: 'a', passphrase: longest, recipient: '' })).toBeNull();
  expect(checkConceal({ secret: 'a', passphrase: `${longest}x`, recipient: '' })).toBe('long_passphrase');
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
  expect(checkConceal({ secret: 'a', passphrase: '', recipient })).toBe(problem);
});
