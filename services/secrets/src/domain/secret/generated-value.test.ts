import { expect, test } from 'vitest';
import { generatedValueAlphabet, generateValue } from './generated-value.ts';

test('a generated value has the wanted length and only characters that cannot be misread', () => {
  const bytes = (size: number) => Uint8Array.from({ length: size }, () => Math.trunc(Math.random() * 256));
  const value = generateValue(2000, bytes);
  expect(value).toHaveLength(2000);
  expect(value).toMatch(/^[A-Za-z2-9*$!?()]+$/);
  expect(value).not.toMatch(/[ilo10]/);
});

test('bytes that would favour some characters are drawn again', () => {
  const draws = [
    [255, 254, 253, 252, 0],
    [62, 63, 125, 251],
  ];
  const value = generateValue(5, (size) =>
    Uint8Array.from(draws.shift() ?? new Array<number>(size).fill(0)).subarray(0, size),
  );
  expect(value).toBe(`a)a))`);
});

test('every character can come up', () => {
  let next = 0;
  const value = generateValue(63, (size) => Uint8Array.from({ length: size }, () => next++ % 63));
  expect(new Set(value)).toEqual(new Set(generatedValueAlphabet));
  expect(generatedValueAlphabet).toHaveLength(63);
});
