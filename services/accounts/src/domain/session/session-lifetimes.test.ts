import { describe, expect, test } from 'vitest';
import { isSessionAlive, rememberMeFate } from './session-lifetimes.ts';

const began = new Date('2026-01-05T12:00:00.000Z');
const after = (seconds: number) => new Date(began.getTime() + seconds * 1000);
const session = (lastSeen: number, isWaiting = false) => ({ isWaiting, createdAt: began, lastSeenAt: after(lastSeen) });
const hour = 3600;
const day = 24 * hour;

describe('a session', () => {
  test.each([
    ['customer', 0, 2 * hour - 1, true],
    ['customer', 0, 2 * hour, false],
    ['customer', day - hour, day - 1, true],
    ['customer', day - hour, day, false],
    ['colonel', 0, hour / 2 - 1, true],
    ['colonel', 0, hour / 2, false],
    ['colonel', 8 * hour - 60, 8 * hour - 1, true],
    ['colonel', 8 * hour - 60, 8 * hour, false],
  ] as const)('of a %s, last seen after %i s, after %i s: alive is %s', (role, lastSeen, at, isAlive) => {
    expect(isSessionAlive(session(lastSeen), role, after(at))).toBe(isAlive);
  });

  test('that waits has ten minutes, whoever it is', () => {
    for (const role of ['customer', 'colonel'] as const) {
      expect(isSessionAlive(session(0, true), role, after(599))).toBe(true);
      expect(isSessionAlive(session(0, true), role, after(600))).toBe(false);
    }
  });
});

describe('a remember-me cookie', () => {
  const cookie = { beganAt: began, issuedAt: began, usedAt: null, isForked: false };
  test.each([
    [cookie, 14 * day - 1, 'good'],
    [cookie, 14 * day, 'over'],
    [{ ...cookie, issuedAt: after(20 * day) }, 30 * day - 1, 'good'],
    [{ ...cookie, issuedAt: after(20 * day) }, 30 * day, 'over'],
    [{ ...cookie, usedAt: after(60) }, 69, 'fork'],
    [{ ...cookie, usedAt: after(60) }, 70, 'reused'],
    [{ ...cookie, usedAt: after(60), isForked: true }, 61, 'reused'],
  ] as const)('%o after %i s is %s', (given, seconds, fate) => {
    expect(rememberMeFate(given, after(seconds))).toBe(fate);
  });
});
