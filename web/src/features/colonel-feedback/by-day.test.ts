import { expect, test } from 'vitest';
import { dayOf } from './by-day.ts';

const noon = Date.UTC(2026, 10, 23, 12) / 1000;
const hours = (count: number) => count * 3600;

test.each([
  ['this moment', 0, 'today'],
  ['the first second of the day', -hours(12), 'today'],
  ['a second before midnight', -hours(12) - 1, 'yesterday'],
  ['the first second of yesterday', -hours(36), 'yesterday'],
  ['a second before that', -hours(36) - 1, 'older'],
  ['a clock that is ahead', hours(30), 'today'],
] as const)('%s', (_name, away, day) => expect(dayOf(noon + away, noon)).toBe(day));
