import { expect, test } from 'vitest';
import { checkConceal, maxPassphraseCharacters } from './conceal-secret.ts';

test('an empty secret is refused before it is sent; white space is content', () => {
  expect(checkConceal({ secret: '', passphrase: '' })).toBe('empty_secret');
  expect(checkConceal({ secret: ' \n', passphrase: '' })).toBeNull();
});

test('a passphrase is counted in characters, not in code units', () => {
  const longest = '\u{1F512}'.repeat(maxPassphraseCharacters);
  expect(checkConceal({ secret: 'a', passphrase: longest })).toBeNull();
  expect(checkConceal({ secret: 'a', passphrase: `${longest}x` })).toBe('long_passphrase');
});
