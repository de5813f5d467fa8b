import { expect, test } from 'vitest';
import { refused } from './refused.ts';

const refusal = (code: string, more: object = {}) => ({ __typename: 'Any', code, message: '', ...more });

test.each([
  ['secret.undeliverable-recipient', { address: 'a b' }, {}, 'Undeliverable email address: a b'],
  ['secret.too-many-recipients', { limit: 5 }, {}, 'Too many recipients (limit 5)'],
  ['secret.invalid-share-domain', {}, { domain: 'no host' }, 'Invalid share domain (no host)'],
  ['secret.domain-not-found', {}, { domain: 'a.example' }, 'Domain not found a.example'],
  ['domain.unknown', {}, { domain: 'a.example' }, 'Domain not found a.example'],
  ['domain.bad', {}, { domain: 'a' }, 'Not a valid public domain'],
])('%s mentions what it is about', (code, more, named, message) => {
  expect(refused(refusal(code, more), named).message).toBe(message);
});

test('what a refusal mentions is cut to its maximum length', () => {
  expect(refused(refusal('domain.unknown'), { domain: 'a'.repeat(1000) }).message).toHaveLength(17 + 253);
  const address = 'a'.repeat(1000);
  expect(refused(refusal('secret.undeliverable-recipient', { address })).message).toHaveLength(29 + 320);
});

test('a refusal that says when to come back does so; an unknown one is a fault', () => {
  expect(refused(refusal('account.too-many-tries', { retryAfterSeconds: 9 }))).toMatchObject({
    status: 400,
    code: 'rate_limited',
    retryAfterSeconds: 9,
  });
  expect(() => refused(refusal('account.no-such-thing'))).toThrow(/does not have/);
});
