import { expect, test } from 'vitest';
import { secretLimits } from './secret-limits.ts';

const page = (ttl: number, ttlOptions: number[], defaultTtl = 604_800, size = 10_000) => ({
  availablePlans: { anonymous: { ttl, size } },
  cust: null,
  secretOptions: { defaultTtl, ttlOptions },
});

test('lifetimes longer than the plan allows are not offered', () => {
  expect(secretLimits(page(3_600, [300, 3_600, 86_400])).ttlOptions).toEqual([300, 3_600]);
});

test('the server default is preselected if the plan allows it, otherwise the longest on offer', () => {
  expect(secretLimits(page(604_800, [300, 604_800])).defaultTtl).toBe(604_800);
  expect(secretLimits(page(3_600, [3_600, 300])).defaultTtl).toBe(3_600);
});

test('nothing is selected if nothing is on offer', () => {
  expect(secretLimits(page(60, [300]))).toMatchObject({ ttlOptions: [], defaultTtl: null });
});

test('without a size in the plan 10000 characters are allowed', () => {
  expect(secretLimits(page(3_600, [300], 0, 0)).maxCharacters).toBe(10_000);
});

test("a customer's plan takes precedence over the anonymous one", () => {
  const plan = {
    id: 'identity',
    name: 'Identity Plus',
    customDomains: true,
    email: true,
    ttl: 2_592_000,
    size: 100_000,
    maxRecipients: 5,
  };
  const cust = {
    custid: 'nina@example.com',
    locale: null,
    colonel: false,
    colonelWithoutSecondStep: false,
    twoStep: false,
    plan,
  };
  const limits = secretLimits({ ...page(3_600, [300, 3_600, 2_592_000]), cust });
  expect(limits).toMatchObject({ maxCharacters: 100_000, ttlOptions: [300, 3_600, 2_592_000] });
});
