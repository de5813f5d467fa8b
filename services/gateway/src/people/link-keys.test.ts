import { expect, test } from 'vitest';
import { memoryLinkKeys } from './link-keys.ts';

function counted() {
  const clock = { ms: 0, now: () => new Date(clock.ms) };
  return { clock, keys: memoryLinkKeys(clock) };
}

test('the fourth link within ten seconds is one too many, for that network alone', () => {
  const { keys } = counted();
  for (const link of ['a', 'b', 'c']) keys.note('192.0.2.0/24', link);
  expect(keys.hasMany('192.0.2.0/24')).toBe(false);
  keys.note('192.0.2.0/24', 'd');
  expect([keys.hasMany('192.0.2.0/24'), keys.hasMany('198.51.100.0/24')]).toEqual([true, false]);
});

test('the same link again is no other link, and what is ten seconds old counts no more', () => {
  const { clock, keys } = counted();
  for (const link of ['a', 'b', 'a', 'b', 'c', 'c', 'a']) keys.note('n', link);
  expect(keys.hasMany('n')).toBe(false);
  clock.ms = 9_999;
  keys.note('n', 'd');
  expect(keys.hasMany('n')).toBe(true);
  clock.ms = 10_000;
  expect(keys.hasMany('n')).toBe(false);
});
