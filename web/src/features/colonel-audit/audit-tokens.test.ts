import { expect, test } from 'vitest';
import { addressFrom, searchOf } from './audit-address.ts';
import { printToken, readTokens, tokensOf, withoutToken, withToken } from './audit-tokens.ts';

test.each([
  ['', []],
  ['actor:system', [{ name: 'actor', value: 'system' }]],
  [
    ' ACTION:secret.created  outcome:Failed ',
    [
      { name: 'action', value: 'secret.created' },
      { name: 'outcome', value: 'failed' },
    ],
  ],
  ['request:a:b', [{ name: 'request', value: 'a:b' }]],
  ['request:"with a space"', [{ name: 'request', value: 'with a space' }]],
  [String.raw`request:"a \"quote\" and \\"`, [{ name: 'request', value: String.raw`a "quote" and \ `.trim() }]],
  ['request:"open', [{ name: 'request', value: '"open' }]],
])('%j is read as its tokens', (text, tokens) => {
  expect(readTokens(text)).toEqual(tokens);
});

test.each([
  ['actor:system who:nina', 'who:nina', 'actor:anonymous'],
  ['nina', 'nina', 'actor:anonymous'],
  ['anonymous', 'anonymous', 'actor:anonymous'],
  ['who:system', 'who:system', 'actor:system'],
  ['secret.created', 'secret.created', 'action:secret.created'],
  ['k3v9q2mx', 'k3v9q2mx', 'target:k3v9q2mx'],
  [
    '01890a5d-ac96-774b-bcce-b302099a8057',
    '01890a5d-ac96-774b-bcce-b302099a8057',
    'target:01890a5d-ac96-774b-bcce-b302099a8057',
  ],
  ['failed', 'failed', 'outcome:failed'],
  ['outcome:maybe', 'outcome:maybe', 'outcome:failed'],
  ['outcome:', 'outcome:', 'outcome:failed'],
  ['target:', 'target:', 'target:k3v9q2mx'],
  ['action:""', 'action:""', 'action:secret.created'],
  [':', ':', 'actor:anonymous'],
])('of %j the word %j is not understood, and %j is what to write', (text, word, example) => {
  expect(readTokens(text)).toEqual({ word, example });
  expect(Array.isArray(readTokens(example))).toBe(true);
});

test('tokens are added to an address and taken from it', () => {
  const address = addressFrom('?actor=system&action=secret&outcome=DONE&range=7d');
  expect(tokensOf(address).map(printToken)).toEqual(['actor:system', 'action:secret', 'outcome:done']);
  const more = withToken(withToken(address, { name: 'action', value: 'account' }), {
    name: 'actor',
    value: 'operator',
  });
  expect(searchOf(more)).toBe('?range=7d&actor=operator&outcome=DONE&action=secret&action=account');
  expect(withToken(more, { name: 'action', value: 'account' })).toEqual(more);
  const fewer = withoutToken(withoutToken(more, { name: 'action', value: 'secret' }), {
    name: 'outcome',
    value: 'done',
  });
  expect(searchOf(fewer)).toBe('?range=7d&actor=operator&action=account');
});
