import { AuthenticationFailed } from '@onceover/service-kit/crypto';
import { expect, test } from 'vitest';
import { Undecryptable } from '../../../use-cases/secret/with-loaded-keys.ts';
import { undecryptableIfForged, unlessForged } from './under-epoch.ts';

const failing = (error: Error) => () => {
  throw error;
};

test('what does not authenticate is nothing; any other trouble is told', () => {
  expect(unlessForged(() => 1)).toBe(1);
  expect(unlessForged(failing(new AuthenticationFailed()))).toBeNull();
  expect(() => unlessForged(failing(new TypeError('a bug')))).toThrow('a bug');
});

test.each([
  [new AuthenticationFailed(), 'stored bytes do not authenticate'],
  [new RangeError('beyond the end'), 'stored bytes have an impossible length'],
])('stored bytes that cannot be read are undecryptable: %s', (error, message) => {
  expect(() => undecryptableIfForged(failing(error))).toThrow(Undecryptable);
  expect(() => undecryptableIfForged(failing(error))).toThrow(message);
});

test('a fault of ours is not', () => {
  expect(() => undecryptableIfForged(failing(new TypeError('a bug')))).toThrow(TypeError);
  expect(undecryptableIfForged(() => 1)).toBe(1);
});
