import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isIdempotencyKey } from './idempotency-key.ts';

test('random keys of every usual kind are accepted', () => {
  for (let time = 0; time < 1000; time += 1) {
    expect(isIdempotencyKey(randomUUID())).toBe(true);
    expect(isIdempotencyKey(randomBytes(32).toString('base64url'))).toBe(true);
    expect(isIdempotencyKey(randomBytes(16).toString('hex'))).toBe(true);
  }
});

test.each([
  ['one character', 'a'.repeat(22)],
  ['two characters', '01'.repeat(20)],
  ['a word again and again', 'password-'.repeat(4)],
  ['five characters', `${'abcde'.repeat(6)}a`],
])('%s is no key: two clients could both think of it', (_what, key) => {
  expect(isIdempotencyKey(key)).toBe(false);
});

test.each(['x'.repeat(21), 'abcdefghij-klmnopqrst', `${randomUUID()}\n`, `${randomUUID()} `, 'ü'.repeat(22)])(
  'a malformed one is none: %j',
  (key) => {
    expect(isIdempotencyKey(key)).toBe(false);
  },
);
