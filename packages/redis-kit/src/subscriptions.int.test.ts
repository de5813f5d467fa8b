import { eventually } from '@onceover/testing/eventually';
import { startTestRedis } from '@onceover/testing/redis';
import { expect, test } from 'vitest';
import { redisConfig } from './config.ts';
import { createRedisClient } from './redis-client.ts';
import { openSubscriptions } from './subscriptions.ts';

test('whoever has waited in vain for the confirmation is told when it has come: what was published until then may be lost', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await startTestRedis());
  const address = redisConfig.address.schema.parse(url);
  const client = stack.adopt(createRedisClient(address), (open) => open.disconnect());
  const open = (patienceMs: number) =>
    stack.use(openSubscriptions({ client, address, patienceMs, isAvailable: () => true }));
  const heard = { late: [] as string[], inTime: [] as string[] };
  // The first subscription waits for a connection too.
  await open(0).add('late', (message) => void heard.late.push(message));
  await open(10_000).add('in time', (message) => void heard.inTime.push(message));
  await eventually(() => expect(heard.late).toEqual(['']));
  expect(heard.inTime).toEqual([]);
});
