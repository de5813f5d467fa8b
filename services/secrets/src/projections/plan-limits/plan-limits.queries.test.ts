import type { Caller } from '@onceover/schema/caller';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { anonymous } from '../../test-support/anonymous.ts';
import { createPlanLimits } from './plan-limits.queries.ts';

const hour = 3_600;
const day = 86_400;
const week = 604_800;
const ofVisitors = {
  maxCharacters: 10_000,
  maxTtlSeconds: hour,
  defaultTtlSeconds: week,
  minTtlSeconds: 60,
  shortTtlSeconds: 300,
  maxRecipients: 0,
  mailsPerDay: 0,
};
const plans = { short: day, long: 2 * week };
const rows = Object.entries(plans).map(([accountRef, maxTtlSeconds]) => ({ accountRef, maxTtlSeconds }));
const limits = createPlanLimits({ query: async () => ({ rows }) } as unknown as pg.Pool, ofVisitors);
const defaultOf = async (caller: Caller) => (await limits.for(caller)).defaultTtlSeconds;
const customer = (accountRef: string) => ({ kind: 'customer', accountRef }) as Caller;

test('the default lifetime is as the operator set it, but within the longest of whoever asks', async () => {
  expect(await defaultOf(anonymous())).toBe(hour);
  expect(await defaultOf(customer('unknown'))).toBe(hour);
  expect(await defaultOf(customer('short'))).toBe(day);
  expect(await defaultOf(customer('long'))).toBe(week);
});
