import { expect, test } from 'vitest';
import { UnixTime } from './unix-time.ts';

test.each([new Date(1_900_000_000_999), 1_900_000_000_999])('an instant is shown in whole seconds (%s)', (at) => {
  expect(UnixTime.serialize(at)).toBe(1_900_000_000);
});

test.each([new Date(Number.NaN), '1900000000', null])('what is no instant is a fault (%s)', (other) => {
  expect(() => UnixTime.serialize(other)).toThrow('not an instant');
});
