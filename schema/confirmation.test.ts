import { expect, test } from 'vitest';
import { confirmationOf, isConfirmedBy } from './confirmation.ts';

const id = '0198a7c4-5b1c-7d2e-8f3a-4b5c6d7e8f90';

test('a change is confirmed by the last eight characters of an id, however they are written', () => {
  expect(confirmationOf(id)).toBe('6d7e8f90');
  for (const typed of ['6d7e8f90', ' 6D7E8F90\n']) expect(isConfirmedBy(typed, id)).toBe(true);
});

test('less, more, something else or nothing confirms nothing', () => {
  for (const typed of ['', 'd7e8f90', '4b5c6d7e8f90', id, '6d7e8f91', '6d7e 8f90'])
    expect(isConfirmedBy(typed, id)).toBe(false);
});

test('nothing typed confirms no change of what has no id', () => {
  expect(isConfirmedBy('', '')).toBe(false);
});
