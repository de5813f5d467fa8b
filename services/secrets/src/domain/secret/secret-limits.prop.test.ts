import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseTtl } from './secret-limits.ts';

test('a chosen lifetime is a whole positive number within the plan', () => {
  fc.assert(
    fc.property(fc.option(fc.double()), fc.integer({ min: 60, max: 10_000_000 }), (wanted, maxTtlSeconds) => {
      const limits = {
        maxCharacters: 1,
        maxTtlSeconds,
        defaultTtlSeconds: maxTtlSeconds,
        minTtlSeconds: 60,
        shortTtlSeconds: 300,
      };
      const { ttlSeconds } = chooseTtl(wanted, limits);
      expect(Number.isInteger(ttlSeconds)).toBe(true);
      expect(ttlSeconds).toBeGreaterThanOrEqual(60);
      expect(ttlSeconds).toBeLessThanOrEqual(maxTtlSeconds);
    }),
  );
});
