import { expect, test } from 'vitest';
import { plans, plansWith } from './plans.ts';

const wanted = { maxCharacters: 10, maxTtlSeconds: 3600, defaultTtlSeconds: 1800, ttlOptions: [300, 1800] };
const anonymousOf = (change: Partial<typeof wanted> = {}) =>
  plansWith({ ...wanted, ...change }).find(({ id }) => id === 'anonymous')?.limits;

test('the operator decides what an anonymous visitor may do, and nothing else', () => {
  expect(anonymousOf()).toEqual({ ...wanted, maxRecipients: 0, mailsPerDay: 0 });
  expect(plansWith(wanted).slice(1)).toEqual(plans.slice(1));
});

test('a plan offers no lifetime beyond its longest one', () => {
  expect(anonymousOf({ ttlOptions: [7200, 300, 3600] })?.ttlOptions).toEqual([300, 3600]);
});

test('lifetimes are offered once each, shortest first', () => {
  expect(anonymousOf({ ttlOptions: [1800, 300, 1800] })?.ttlOptions).toEqual([300, 1800]);
});

test('the default lifetime never exceeds the longest', () => {
  expect(anonymousOf({ defaultTtlSeconds: 604_800 })?.defaultTtlSeconds).toBe(3600);
});
