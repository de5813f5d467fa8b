import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseTtl, countCharacters, cutTo } from './secret-limits.ts';

/** Plain letters, emoji, and halves of emoji in any order. */
const text = fc
  .array(fc.constantFrom('a', 'é', '字', '😀', '\ud83d', '\ude00'), { maxLength: 40 })
  .map((parts) => parts.join(''));

test('cutting keeps a prefix of whole characters, never more than allowed', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 50 }), (given, max) => {
      const cut = cutTo(given, max);
      const characters = [...given];
      expect(cut.characters).toBe(characters.length);
      expect(cut.text).toBe(characters.slice(0, max).join(''));
      expect(cut.isTruncated).toBe(characters.length > max);
      expect(countCharacters(given)).toBe(characters.length);
    }),
  );
});

test('a chosen lifetime is a whole positive number within the plan', () => {
  fc.assert(
    fc.property(fc.option(fc.double()), fc.integer({ min: 60, max: 10_000_000 }), (wanted, maxTtlSeconds) => {
      const limits = {
        maxCharacters: 1,
        maxTtlSeconds,
        defaultTtlSeconds: 604_800,
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
