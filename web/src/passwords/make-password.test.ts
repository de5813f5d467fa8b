import { describe, expect, test } from 'vitest';
import { characterKinds, makePassword, randomIndex, wordsNeeded } from './make-password.ts';

describe('a made password', () => {
  test.each([8, 16, 64])('has %d characters and every kind that was asked for', (length) => {
    for (let round = 0; round < 200; round += 1) {
      const password = makePassword(length, characterKinds);
      expect(password).toHaveLength(length);
      for (const kind of [/[a-z]/, /[A-Z]/, /[2-9]/, /[*$!?()]/]) expect(password).toMatch(kind);
    }
  });

  test('has no kind that was not asked for, and nothing that looks like something else', () => {
    for (let round = 0; round < 200; round += 1) {
      expect(makePassword(64, ['lower'])).toMatch(/^[a-hjkmnp-z]{64}$/);
      expect(makePassword(64, characterKinds)).not.toMatch(/[iloIO01]/);
    }
  });
});

test.each([
  [6_000, 4],
  [2_048, 5],
  [1_500, 5],
  [1_000, 6],
])('of %d words a passphrase takes %d, so that it has 50 bits', (listLength, words) => {
  expect(wordsNeeded(listLength)).toBe(words);
  expect(listLength ** words).toBeGreaterThan(2 ** 49.5);
});

test('every index comes up about as often as every other', () => {
  const counts = new Array<number>(7).fill(0);
  for (let draw = 0; draw < 7_000; draw += 1) {
    const index = randomIndex(7);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  // Six standard deviations: 29 each.
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(180);
});

test('numbers of the incomplete last round are drawn again', () => {
  const { getRandomValues } = crypto;
  const draws = [2 ** 32 - 1, 5];
  crypto.getRandomValues = ((target: Uint32Array) => {
    target[0] = draws.shift() ?? 0;
    return target;
  }) as typeof crypto.getRandomValues;
  try {
    expect(randomIndex(7)).toBe(5);
    expect(draws).toEqual([]);
  } finally {
    crypto.getRandomValues = getRandomValues;
  }
});
