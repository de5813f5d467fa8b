import { describe, expect, test } from 'vitest';
import { codeAt, oneTimeCodes } from './one-time-codes.ts';

/** The seed of RFC 4226 and RFC 6238. */
const seed = Buffer.from('12345678901234567890', 'latin1');
const at = (seconds: number) => new Date(seconds * 1000);

describe('one-time codes', () => {
  test.each([
    [0, '755224'],
    [1, '287082'],
    [2, '359152'],
    [3, '969429'],
    [4, '338314'],
    [5, '254676'],
    [6, '287922'],
    [7, '162583'],
    [8, '399871'],
    [9, '520489'],
  ])('of RFC 4226, counter %i: %s', (step, code) => expect(codeAt(seed, step)).toBe(code));

  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('of RFC 6238 at %i s: %s', (seconds, code) => {
    expect(oneTimeCodes.stepOf(seed, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  test('are accepted one step early and one step late, and no more', () => {
    const code = codeAt(seed, 100);
    const steps = [98, 99, 100, 101, 102].map((now) => oneTimeCodes.stepOf(seed, code, at(now * 30)));
    expect(steps).toEqual([null, 100, 100, 100, null]);
  });

  test.each([[''], ['12345'], ['1234567'], ['abcdef'], ['१२३४५६']])('%j is not a code', (code) => {
    expect(oneTimeCodes.stepOf(seed, code, at(59))).toBeNull();
  });

  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('a seed %j reads %s (RFC 4648)', (text, base32) => {
    expect(oneTimeCodes.textOf(Buffer.from(text, 'latin1'))).toBe(base32);
  });

  test('seeds are 160 random bits', () => {
    expect(oneTimeCodes.newSeed()).toHaveLength(20);
    expect(oneTimeCodes.newSeed().equals(oneTimeCodes.newSeed())).toBe(false);
  });
});
