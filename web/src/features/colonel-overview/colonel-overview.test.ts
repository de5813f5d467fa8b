import { expect, test } from 'vitest';
import { waitingByHour, waitingMore } from './colonel-overview.ts';

const hour = (created: number, opened: number, burned = 0, expired = 0) => ({
  __typename: 'ActivityStep' as const,
  at: 0,
  created,
  opened,
  burned,
  expired,
  wrongPassphrases: 0,
  emailsSent: 0,
  emailsFailed: 0,
});

test('how many secrets were waiting is counted backwards from those that wait now', () => {
  const hours = [hour(5, 1), hour(0, 2, 1), hour(3, 0, 0, 1)];
  expect(waitingByHour(hours, 10)).toEqual([11, 8, 10]);
  expect(waitingMore(hours)).toBe(3);
});
