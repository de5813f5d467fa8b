import { describe, expect, test } from 'vitest';
import { chooseTtl, metadataTtlSeconds } from './secret-limits.ts';

const limits = {
  maxCharacters: 10,
  maxTtlSeconds: 604_800,
  defaultTtlSeconds: 604_800,
  minTtlSeconds: 60,
  shortTtlSeconds: 300,
};

describe('the lifetime', () => {
  test.each([
    [null, 604_800, false],
    [0, 604_800, false],
    [-5, 604_800, false],
    [Number.NaN, 604_800, false],
    [0.9, 604_800, false],
    [1, 300, true],
    [59, 300, true],
    [60, 60, false],
    [1800.7, 1800, false],
    [604_800, 604_800, false],
    [604_801, 604_800, true],
    [2 ** 40, 604_800, true],
  ])('a wish of %s seconds becomes %i', (wanted, ttlSeconds, isAdjusted) => {
    expect(chooseTtl(wanted, limits)).toEqual({ ttlSeconds, isAdjusted });
  });

  test('a wish that is too short never becomes one beyond what the plan allows', () => {
    expect(chooseTtl(5, { ...limits, maxTtlSeconds: 120 }).ttlSeconds).toBe(120);
  });

  test('metadata outlives the secret: twice its lifetime, at least thirty days', () => {
    expect(metadataTtlSeconds(300)).toBe(30 * 86_400);
    expect(metadataTtlSeconds(30 * 86_400)).toBe(60 * 86_400);
  });
});
