import { describe, expect, test } from 'vitest';
import { countCharacters, truncate } from './truncation.ts';

describe('a long text', () => {
  test('is kept whole up to the limit', () => {
    expect(truncate('0123456789', 10)).toEqual({ text: '0123456789', characters: 10, isTruncated: false });
  });

  test('is cut at the limit and its length remembered', () => {
    expect(truncate('0123456789ab', 10)).toEqual({ text: '0123456789', characters: 12, isTruncated: true });
  });

  test('is counted in characters, and an emoji is never halved', () => {
    expect(truncate('😀'.repeat(10), 10)).toEqual({ text: '😀'.repeat(10), characters: 10, isTruncated: false });
    expect(truncate('😀'.repeat(11), 10)).toEqual({ text: '😀'.repeat(10), characters: 11, isTruncated: true });
    expect(truncate('a😀b', 2)).toEqual({ text: 'a😀', characters: 3, isTruncated: true });
  });

  test('may hold half a pair without being miscounted', () => {
    expect(countCharacters('\ud83d')).toBe(1);
    expect(countCharacters('\ud83dx')).toBe(2);
    expect(countCharacters('a😀b')).toBe(3);
  });
});
