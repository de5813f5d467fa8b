import { expect, test } from 'vitest';
import { accepted } from './mutate.ts';

test('a result that is not a refusal comes back unchanged', () => {
  const done = { __typename: 'DomainRemoved', displayDomain: 'a.example' } as const;
  expect(accepted(done)).toBe(done);
});

test.each([
  [
    { __typename: 'WrongCode', code: 'account.wrong-code', message: 'no' },
    { code: 'bad_code', retryAfterSeconds: null },
  ],
  [
    { __typename: 'TooManyTries', code: 'account.too-many-tries', message: 'no', retryAfterSeconds: 30 },
    { code: 'rate_limited', retryAfterSeconds: 30 },
  ],
  [
    { __typename: 'Unheard', code: 'a.b', message: 'words' },
    { code: 'a.b', serverMessage: 'words' },
  ],
])('a refusal is thrown under the code that REST has for it', (refused, expected) => {
  expect(() => accepted(refused)).toThrow(expect.objectContaining(expected));
});
