import { expect, test } from 'vitest';
import { judgeFlatness, type Rule } from './flatness.ts';

const level: Rule = { is: (name) => name === 'memory', kind: 'level', times: 1.1, slack: 5 };
const growth: Rule = { is: (name) => name === 'tables', kind: 'growth', times: 1.3, slack: 0 };
const series = (count: number, at: (index: number) => number, name = 'memory') =>
  Array.from({ length: count }, (_, index) => ({ [name]: at(index), other: index ** 3 }));
const isFlat = (samples: readonly Record<string, number>[]) =>
  judgeFlatness(samples, [level, growth]).map((verdict) => verdict.isFlat);

test('what stays as it is, is flat, also with a jump now and then, and however it began', () => {
  expect(isFlat(series(60, () => 200))).toEqual([true]);
  expect(isFlat(series(60, (index) => (index % 7 === 0 ? 400 : 200)))).toEqual([true]);
  expect(isFlat(series(60, (index) => (index < 10 ? 20 * index : 200)))).toEqual([true]);
});

test('a slow leak is none of it, nor is what grows at the end', () => {
  expect(isFlat(series(60, (index) => 200 + index))).toEqual([false]);
  expect(isFlat(series(60, (index) => (index < 45 ? 200 : 300)))).toEqual([false]);
});

test('what may grow may not grow faster', () => {
  expect(isFlat(series(60, (index) => 5 * index, 'tables'))).toEqual([true]);
  expect(isFlat(series(60, (index) => 50 * Math.floor(index / 6), 'tables'))).toEqual([true]);
  expect(isFlat(series(60, (index) => index * index, 'tables'))).toEqual([false]);
});

test('says what it has compared, of what it is asked about alone', () => {
  expect(
    judgeFlatness(
      series(12, (index) => index),
      [level],
    ),
  ).toEqual([{ name: 'memory', first: 3, last: 11, isFlat: false }]);
  expect(
    judgeFlatness(
      series(12, () => 1),
      [growth],
    ),
  ).toEqual([]);
});

test('too few samples are refused', () => {
  expect(() =>
    judgeFlatness(
      series(11, () => 1),
      [level],
    ),
  ).toThrow('at least 12');
});
