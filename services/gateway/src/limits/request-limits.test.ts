import { expect, test } from 'vitest';
import { limitTable } from './limit-table.ts';
import { memoryLimits, RateLimited } from './request-limits.ts';

const clock = { now: () => new Date('2030-03-17T10:00:00Z') };

async function takeMany(limits: ReturnType<typeof memoryLimits>, times: number, network: string) {
  for (let taken = 0; taken < times; taken += 1) await limits.take('session', network);
}

const allowed = limitTable.session[0].actions;

test('a network may act as often as its limit says and is then told when to come back', async () => {
  const limits = memoryLimits(clock);
  await takeMany(limits, allowed, '192.0.2.0/24');
  const refused = await limits.take('session', '192.0.2.0/24').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RateLimited);
  expect((refused as RateLimited).retryAfterSeconds).toBeGreaterThan(0);
  expect((refused as RateLimited).retryAfterSeconds).toBeLessThanOrEqual(limitTable.session[0].seconds);
});

test('another network and another action are counted apart', async () => {
  const limits = memoryLimits(clock);
  await takeMany(limits, allowed, '192.0.2.0/24');
  await limits.take('session', '198.51.100.0/24');
  await limits.take('burn', '192.0.2.0/24');
});

test('where a limit has two windows, the short one refuses first', async () => {
  const limits = memoryLimits(clock);
  for (let taken = 0; taken < limitTable.conceal[0].actions; taken += 1) await limits.take('conceal', 'n');
  const refused = await limits.take('conceal', 'n').catch((error: unknown) => error);
  expect((refused as RateLimited).retryAfterSeconds).toBeLessThanOrEqual(600);
});
