import { expect, test } from 'vitest';
import { anonymousPlan } from './plan.ts';

const wanted = { maxCharacters: 10, maxTtlSeconds: 3600, defaultTtlSeconds: 1800, ttlOptions: [300, 1800] };

test('a plan offers no lifetime beyond its longest one', () => {
  expect(anonymousPlan({ ...wanted, ttlOptions: [7200, 300, 3600] }).limits.ttlOptions).toEqual([300, 3600]);
});

test('lifetimes are offered once each, shortest first', () => {
  expect(anonymousPlan({ ...wanted, ttlOptions: [1800, 300, 1800] }).limits.ttlOptions).toEqual([300, 1800]);
});

test('the default lifetime never exceeds the longest', () => {
  expect(anonymousPlan({ ...wanted, defaultTtlSeconds: 604_800 }).limits.defaultTtlSeconds).toBe(3600);
});
