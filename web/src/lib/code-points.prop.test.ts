import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countCodePoints, cutCodePoints } from './code-points.ts';

const text = fc.string({ unit: 'binary', maxLength: 60 });

test('a cut text is the beginning of the text and never longer than the limit', () => {
  fc.assert(
    fc.property(text, fc.nat(40), (whole, max) => {
      const kept = cutCodePoints(whole, max);
      expect(whole.startsWith(kept)).toBe(true);
      expect(countCodePoints(kept)).toBe(Math.min(max, countCodePoints(whole)));
    }),
  );
});

test('a cut never leaves half a character', () => {
  fc.assert(fc.property(text, fc.nat(40), (whole, max) => cutCodePoints(whole, max).isWellFormed()));
});
