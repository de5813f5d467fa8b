import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countCharacters, truncate } from './truncation.ts';

/** Plain letters, emoji, and halves of emoji in any order. */
const text = fc
  .array(fc.constantFrom('a', 'é', '字', '😀', '\ud83d', '\ude00'), { maxLength: 40 })
  .map((parts) => parts.join(''));

test('cutting keeps a prefix of whole characters, never more than allowed', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 50 }), (given, max) => {
      const cut = truncate(given, max);
      const characters = [...given];
      expect(cut.characters).toBe(characters.length);
      expect(cut.text).toBe(characters.slice(0, max).join(''));
      expect(cut.isTruncated).toBe(characters.length > max);
      expect(countCharacters(given)).toBe(characters.length);
    }),
  );
});
