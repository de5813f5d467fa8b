import { expect, test, vi } from 'vitest';
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

test('where there is none, a test fails and says what to install', async () => {
  vi.stubEnv('REDIS_SERVER', '/nowhere/redis-server');
  await expect(startTestRedis()).rejects.toThrow(/no redis-server at \/nowhere.*apt-get install redis-server/);
  vi.stubEnv('REDIS_SERVER', '');
  vi.stubEnv('PATH', '/nowhere');
  await expect(startTestRedis()).rejects.toThrow(/no redis-server on the path.*apt-get install redis-server/);
  vi.unstubAllEnvs();
});
