import { expect, test } from 'vitest';
import { isLockedAfter } from './passphrase-attempts.ts';

test('a hundred wrong passphrases lock a secret for good, and no fewer', () => {
  expect([99, 100, 101].map(isLockedAfter)).toEqual([false, true, true]);
});
