import { expect, test } from 'vitest';
import { type CheckedDomain, isReady, reasonNotOffered, statesOf } from './domain-states.ts';

const added: CheckedDomain = { isVerified: false, status: null, lastCheck: null, routing: null, certificate: null };
const ready: CheckedDomain = {
  isVerified: true,
  status: 'ACTIVE',
  lastCheck: { result: 'MATCHED' },
  routing: { result: 'POINTED' },
  certificate: 'VALID',
};

test('a domain that was never checked has no state yet', () => {
  expect(statesOf(added)).toEqual({ ownership: 'unchecked', routing: 'unchecked', certificate: 'unchecked' });
});

test.each([
  [false, 'NO_RECORD', 'noRecord'],
  [false, 'OTHER_VALUE', 'otherValue'],
  [false, 'DNS_UNAVAILABLE', 'dns'],
  [false, 'MATCHED', 'taken'],
  [true, 'MATCHED', 'verified'],
  [true, 'NO_RECORD', 'gone'],
  [true, 'OTHER_VALUE', 'gone'],
  [true, 'DNS_UNAVAILABLE', 'verified'],
] as const)('verified %s and %s is %s', (isVerified, result, ownership) => {
  expect(statesOf({ ...added, isVerified, lastCheck: { result } }).ownership).toBe(ownership);
});

test('a domain is ready when all three states are good', () => {
  expect(isReady(ready)).toBe(true);
  expect(isReady({ ...ready, certificate: 'NOT_NEEDED' })).toBe(true);
  for (const change of [
    { certificate: 'EXPIRED' },
    { certificate: null },
    { routing: { result: 'ELSEWHERE' } },
    { lastCheck: { result: 'NO_RECORD' } },
    { isVerified: false },
  ] as const) {
    expect(isReady({ ...ready, ...change })).toBe(false);
  }
});

test.each([
  [{}, null],
  [{ certificate: 'UNREACHABLE' }, null],
  [{ certificate: null }, null],
  [{ certificate: 'EXPIRED' }, 'certificate'],
  [{ certificate: 'WRONG_NAME' }, 'certificate'],
  [{ certificate: 'UNTRUSTED' }, 'certificate'],
  [{ routing: { result: 'ELSEWHERE' } }, 'elsewhere'],
  [{ routing: { result: 'NO_RECORD' }, certificate: 'EXPIRED' }, 'elsewhere'],
  [{ routing: { result: 'DNS_UNAVAILABLE' } }, null],
  [{ isVerified: false }, 'taken'],
  [{ isVerified: false, lastCheck: { result: 'NO_RECORD' } }, 'record'],
  [{ isVerified: false, lastCheck: { result: 'OTHER_VALUE' } }, 'record'],
  [{ isVerified: false, lastCheck: { result: 'DNS_UNAVAILABLE' } }, null],
  [{ isVerified: false, lastCheck: null }, null],
] as const)('a domain with %o is not offered because of %s', (change, reason) => {
  expect(reasonNotOffered({ ...ready, ...change })).toBe(reason);
});
