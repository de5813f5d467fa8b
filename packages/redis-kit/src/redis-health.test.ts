import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RedisHealth, RedisTooSlow, withinMs } from './redis-health.ts';
import { recordingLog } from './test-support/redis-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The health of a Redis that answers a probe as `answers` says. */
function healthOf() {
  const { log, lines } = recordingLog();
  const redis = { answers: false, probes: 0 };
  const probe = async () => {
    redis.probes += 1;
    if (!redis.answers) throw new Error('no');
  };
  return { redis, lines, health: new RedisHealth({ log, probe }) };
}

test('of an outage that many meet the first is said, and its end; it is tried every half second meanwhile', async () => {
  const { redis, lines, health } = healthOf();
  for (let each = 0; each < 100; each += 1) health.failed(new Error('connection lost'));
  await vi.advanceTimersByTimeAsync(5_100);
  expect(health.isAvailable).toBe(false);
  expect(redis.probes).toBe(10);
  redis.answers = true;
  await vi.advanceTimersByTimeAsync(500);
  expect(health.isAvailable).toBe(true);
  expect(lines).toEqual([
    { reason: 'connection lost', message: 'Redis is unavailable; this process goes on alone' },
    { seconds: 5.5, message: 'Redis is available again' },
  ]);
});

test('a Redis that answers probes and refuses all else is said ever more rarely, and no more rarely than every 15 seconds', async () => {
  const { redis, lines, health } = healthOf();
  redis.answers = true;
  for (let ms = 0; ms < 600_000; ms += 100) {
    if (health.isAvailable) health.failed(new Error('NOPERM'));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(lines.length).toBeGreaterThan(60);
  expect(lines.length).toBeLessThan(100);
  await vi.advanceTimersByTimeAsync(60_000);
  health.failed(new Error('NOPERM'));
  await vi.advanceTimersByTimeAsync(600);
  expect(health.isAvailable).toBe(true);
});

test('once stopped it is unavailable, tries nothing and says nothing', async () => {
  const { redis, lines, health } = healthOf();
  health.failed(new Error('connection lost'));
  health[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(60_000);
  health.failed(new Error('connection lost'));
  expect([redis.probes, lines.length, health.isAvailable]).toEqual([0, 1, false]);
});

test('what takes too long is given up', async () => {
  vi.useRealTimers();
  await expect(withinMs(new Promise(() => undefined), 5)).rejects.toThrow(RedisTooSlow);
  expect(await withinMs(Promise.resolve('answer'), 5)).toBe('answer');
});
