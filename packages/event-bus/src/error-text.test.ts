import { neverLog } from '@onceover/service-kit/logging';
import { expect, test } from 'vitest';
import { errorText } from './error-text.ts';

neverLog({ fields: [], texts: [{ pattern: /key-\d+/g, as: '[key]' }] });

test.each([
  [new RangeError('too wide'), 'RangeError: too wide'],
  [Object.assign(new Error('refused'), { code: '23505' }), 'Error 23505: refused'],
  [new Error('no email to someone@example.org'), 'Error: no email to [address]'],
  [new Error('at /box/key-12'), 'Error: at /box/[key]'],
  ['a string', 'not an error'],
])('%s is written as %s', (error, text) => {
  expect(errorText(error)).toBe(text);
});

test('a long message is shortened', () => {
  expect(errorText(new Error('x '.repeat(1_000)))).toHaveLength(500);
});
