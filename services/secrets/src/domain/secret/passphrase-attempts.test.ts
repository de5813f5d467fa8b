import { expect, test } from 'vitest';
import { passphraseFailed } from './passphrase-attempts.ts';

const createdAt = new Date('2026-11-21T15:00:00.000Z');
const ownerRef = '019d8f3a-6b1c-7e2f-9a41-5c0d2e7f8b13';
const secretId = '019d8f3a-6b1c-7e2f-9a41-5c0d2e7f8b14';

test('an owner is told at three counts', () => {
  const told = Array.from({ length: 100 }, (_, index) => index + 1).filter(
    (count) => passphraseFailed({ secretId, ownerRef, createdAt, count }) !== null,
  );
  expect(told).toEqual([10, 50, 100]);
});

test('what is told is the count, since when, and whether it is locked', () => {
  expect(passphraseFailed({ secretId, ownerRef, createdAt, count: 100 })).toEqual({
    type: 'secret.passphrase_failed',
    schemaVersion: 1,
    data: { secretId, ownerRef, count: 100, windowStart: '2026-11-21T15:00:00.000Z', locked: true },
  });
  expect(passphraseFailed({ secretId, ownerRef, createdAt, count: 50 })?.data.locked).toBe(false);
});

test('where nobody owns the secret nobody is told', () => {
  expect(passphraseFailed({ secretId, ownerRef: null, createdAt, count: 10 })).toBeNull();
});
