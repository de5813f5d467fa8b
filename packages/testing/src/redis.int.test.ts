import { expect, test } from 'vitest';
import { startTestRedis, startTestRedisCluster } from './redis.ts';

test('a server answers, stands still, is killed and starts again empty on the same port', async () => {
  await using redis = await startTestRedis();
  await redis.ask('SET one 1');
  expect(await redis.ask('DBSIZE')).toBe(':1\r\n');
  redis.pause();
  const answer = redis.ask('PING');
  const waited = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 100, 'nothing'))]);
  expect(waited).toBe('nothing');
  redis.goOn();
  expect(await answer).toBe('+PONG\r\n');
  await redis.kill();
  await expect(redis.ask('PING')).rejects.toThrow();
  await redis.startAgain();
  expect(await redis.ask('DBSIZE')).toBe(':0\r\n');
  await expect(redis.ask('NONSENSE')).rejects.toThrow(/NONSENSE: -ERR unknown command/);
});

test('three nodes are one cluster, each with a third of the slots', async () => {
  await using cluster = await startTestRedisCluster();
  const [first] = cluster.nodes;
  expect(await first?.ask('CLUSTER INFO')).toContain('cluster_slots_ok:16384');
  expect(cluster.url.split(',')).toHaveLength(3);
});
