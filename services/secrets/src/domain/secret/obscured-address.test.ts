import { expect, test } from 'vitest';
import { obscuredAddress } from './obscured-address.ts';

test.each([
  ['nina@example.com', 'ni*****@e*****.com'],
  ['nin@example.com', 'ni*****@e*****.com'],
  ['ab@example.com', 'a*****@e*****.com'],
  ['a@b.c', 'a*****@b*****.c'],
  ['nina@mail.example.co.uk', 'ni*****@m*****.uk'],
])('%s is shown as %s', (address, shown) => {
  expect(obscuredAddress(address)).toBe(shown);
});
