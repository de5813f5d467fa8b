import { expect, test } from 'vitest';
import { recipientsOf } from './recipients.ts';

test('names are dropped, empties ignored, duplicates merged whatever their case', () => {
  expect(recipientsOf(['Nina <NINA@example.com>', '', '  ', 'nina@example.com', 'max@example.com'])).toEqual({
    addresses: ['nina@example.com', 'max@example.com'],
    undeliverable: null,
  });
});

test('the first that is not an address is returned as it was given', () => {
  expect(recipientsOf(['a@example.com', ' nonsense ', 'b@'])).toEqual({
    addresses: ['a@example.com'],
    undeliverable: ' nonsense ',
  });
});

test('nobody is nobody', () => {
  expect(recipientsOf([])).toEqual({ addresses: [], undeliverable: null });
});
