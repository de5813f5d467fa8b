import { expect, test } from 'vitest';
import { newIdempotencyKey } from './idempotency-key.ts';

test('a key has 256 bits in characters the server accepts, and is never the same twice', () => {
  const keys = Array.from({ length: 200 }, newIdempotencyKey);
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(new Set(keys).size).toBe(keys.length);
});
