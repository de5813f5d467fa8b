import { expect, test } from 'vitest';
import { isPerhapsCopied } from './passkey.ts';

test.each([
  [0, 0, false],
  [0, 1, false],
  [4, 5, false],
  [4, 900, false],
  [4, 4, true],
  [4, 3, true],
  [4, 0, true],
])('a passkey that was used %i times and says %i is perhaps a copy: %s', (known, answered, isCopied) => {
  expect(isPerhapsCopied(known, answered)).toBe(isCopied);
});
